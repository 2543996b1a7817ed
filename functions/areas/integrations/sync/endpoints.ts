import * as z from 'zod';
import { explanationSchema } from '../../../../domain/integrations/sync-reason.ts';
import { syncStatusSchema } from '../../../../domain/integrations/sync-status.ts';
import { limitText } from '../../../../domain/limits.ts';
import { providerIdSchema } from '../../../../domain/providers/provider-id.ts';
import { exampleProvider, exchanging, providers } from '../../../../domain/providers/providers.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInPath } from '../../../http/existence.ts';
import { userIdInPath } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: userIdInPath });
const id = z.string().min(1).max(200).optional();
const providerId = providerIdSchema.optional();

const body = {
  kind: 'json',
  schema: z
    .strictObject({ provider: z.enum(providers.map(({ key }) => key)).describe('Key of the provider.') })
    .meta({ id: 'SyncedProvider' }),
  example: { provider: exampleProvider },
} as const;

const changing = {
  method: 'POST',
  access: 'owner',
  addition: true,
  params: ofUser,
  exists: { user: userInPath },
  body,
} as const;

/** Providers whose fields and files can be asked for by their ids. */
const askable = exchanging('files');

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
    query: z.strictObject({
      fieldId: id.describe('Id of the field, here or at its provider.'),
      fileId: id.describe('Id of the file, here or at its provider.'),
      organizationId: id.describe('Id of the organization at its provider.'),
    }),
    responses: { 200: { description: 'The reasons.', schema: explanationSchema } },
  },
  fetchRecord: {
    ...changing,
    path: '/users/{svcUserId}/sync/fetch',
    summary: 'Fetch a field or a file by its id at the provider',
    description: `For what no list has brought: an archived field, a file of work before the range of the settings or on a field that is not enabled. A round begins, or goes on, which asks the provider for it and fetches it whatever the settings want, out of organizations that are \`SELECTED\`. Until it has arrived, \`…/sync/explain\` with the same id says how far that is, and then why it does not come. The last ${limitText.askedRecords} of a user at a provider are kept.`,
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          provider: z.enum(askable).describe('Key of the provider that has the record.'),
          fieldId: providerId.describe('The id of a field at the provider.'),
          fileId: providerId.describe('The id of a file, or of a piece of work, at the provider.'),
        })
        .refine(({ fieldId, fileId }) => (fieldId === undefined) !== (fileId === undefined), {
          path: ['fieldId'],
          error: 'either fieldId or fileId must be given, and not both',
        })
        .meta({ id: 'FetchedRecord' }),
      example: { provider: exampleProvider, fieldId: '5e7ae9e5-2c3b-4f5c-8d4c-9c2f6a1b7d11' },
    },
    conflict: connected,
    responses: { 202: { description: 'A sync round is queued.', schema: done } },
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
