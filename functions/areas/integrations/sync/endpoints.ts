import * as z from 'zod';
import { explanationSchema } from '../../../../domain/integrations/sync-reason.ts';
import { syncStatusSchema } from '../../../../domain/integrations/sync-status.ts';
import { providers } from '../../../../domain/providers/providers.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInPath } from '../../../http/existence.ts';
import { idInPath } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: idInPath });
const id = z.string().min(1).max(200).optional();

const body = {
  kind: 'json',
  schema: z.strictObject({ provider: z.enum(providers.map(({ key }) => key)) }).meta({ id: 'SyncedProvider' }),
  example: { provider: 'ClimateFieldView' },
} as const;

const changing = {
  method: 'POST',
  access: 'owner',
  addition: true,
  params: ofUser,
  exists: { user: userInPath },
  body,
} as const;

const done = z.object({});
const connected = 'The user is not connected to the provider.';

/** What rounds over the providers of a user do, why something has not arrived, and what their owner decides about them. */
export const syncEndpoints = defineEndpoints({
  showSync: {
    method: 'GET',
    path: '/users/{svcUserId}/sync',
    summary: 'Show the sync of a user by provider',
    description:
      'For each provider that the user is connected to: what runs now, how the last round ended and what it brought, when the next one begins, and what is stored. A round begins when a credential is attached, when one is asked for, and at least every 24 hours.',
    access: 'owner',
    addition: true,
    params: ofUser,
    exists: { user: userInPath },
    responses: { 200: { description: 'The sync, by provider.', schema: syncStatusSchema } },
  },
  explainSync: {
    method: 'GET',
    path: '/users/{svcUserId}/sync/explain',
    summary: 'Explain why something has not arrived',
    description:
      'Name a field, a file or an organization, or nothing to learn what waits and why nothing new comes: each kind with its count, its ids, and the setting, call or page that changes it. Fields and files are found by their ids here and by those at their providers. If several are named, all of them are explained together.',
    access: 'owner',
    addition: true,
    params: ofUser,
    exists: { user: userInPath },
    query: z.strictObject({ fieldId: id, fileId: id, organizationId: id }),
    responses: { 200: { description: 'The reasons.', schema: explanationSchema } },
  },
  confirmRemovals: {
    ...changing,
    path: '/users/{svcUserId}/sync/confirm',
    summary: 'Confirm that records are gone at a provider',
    description:
      'A round that would mark more than a fifth of a list, and more than 20 of its records, as removed waits for this. A round begins, which marks those that the last one found and that are still absent.',
    conflict: 'Nothing waits to be confirmed.',
    responses: { 202: { description: 'A sync round is queued.', schema: done } },
  },
  pauseSync: {
    ...changing,
    path: '/users/{svcUserId}/sync/pause',
    summary: 'Pause the rounds over a provider',
    description:
      'A round that is under way goes on to its end. Fields that are asked for meanwhile are fetched after resuming.',
    conflict: connected,
    responses: { 200: { description: 'Rounds are paused.', schema: done } },
  },
  resumeSync: {
    ...changing,
    path: '/users/{svcUserId}/sync/resume',
    summary: 'Resume the rounds over a provider',
    description: 'A round begins at once. Nothing happens to rounds that are not paused.',
    conflict: connected,
    responses: { 202: { description: 'A sync round is queued.', schema: done } },
  },
});
