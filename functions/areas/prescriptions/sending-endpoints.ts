import * as z from 'zod';
import { prescriptionProviders, prescriptionSendingSchema } from '../../../domain/prescriptions/sending.ts';
import type { FoundSending, SendingStore } from '../../../domain/prescriptions/sending-store.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { type Finder, orNotFound, userInPath } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';
import { dryRunFlag, kindSchema, sentSchema, userPath } from './upload-endpoints.ts';

const sendingPath = userPath.extend({
  sendingId: idInPath.describe('Id of the sending, as the answer of the upload and the list of sendings have it.'),
});

const sendingInPath: Finder<
  { params: { svcUserId: string; sendingId: string } },
  { sendings: Pick<SendingStore, 'get'> },
  FoundSending
> = async ({ ownerId, params: { svcUserId, sendingId } }, { sendings }) =>
  orNotFound(await sendings.get(ownerId, svcUserId, sendingId), 'sending', sendingId);

const ofSending = { params: sendingPath, exists: { user: userInPath, sending: sendingInPath } };

/** Records of what was sent to providers. */
export const sendingEndpoints = defineEndpoints({
  listSendings: {
    method: 'GET',
    path: '/users/{svcUserId}/sendings',
    summary: 'List the prescriptions that were sent for a user',
    description: 'Statuses are as they were last learned.',
    access: 'owner',
    addition: true,
    beta: true,
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z.strictObject({
      provider: z.enum(prescriptionProviders).optional().describe('Only what went to this provider.'),
      ...pageParameters(['createdTime']),
    }),
    responses: {
      200: { description: 'One page of records, the latest first.', schema: z.array(prescriptionSendingSchema) },
    },
  },
  getSending: {
    method: 'GET',
    path: '/users/{svcUserId}/sendings/{sendingId}',
    summary: 'Get the record of a prescription that was sent',
    description:
      'Asks the provider what has become of it, where its interface tells, unless it was asked less than ten seconds ago.',
    access: 'owner',
    addition: true,
    beta: true,
    ...ofSending,
    responses: { 200: { description: 'The record.', schema: prescriptionSendingSchema } },
  },
  continueSending: {
    method: 'POST',
    path: '/users/{svcUserId}/sendings/{sendingId}/send',
    summary: 'Send a prescription that was uploaded, or continue an interrupted one',
    description:
      'Asks the provider first what has arrived, and sends nothing twice. A prescription that has arrived is answered as it was.',
    access: 'owner',
    addition: true,
    beta: true,
    ...ofSending,
    query: z.strictObject({ dryRun: dryRunFlag, kind: kindSchema }),
    conflict: 'The user has not connected the provider, or another request sends this prescription.',
    errors: {
      502: 'The provider refuses it, with its status in `providerStatus`, or cannot be reached.',
      503: 'The provider has no URL here, or answers partners alone (`partnerGatewayMissing`).',
      504: 'It took longer than a request may. Send the request again.',
    },
    responses: {
      200: { description: 'The provider has all of it; or, of a dry run, it would be sent.', schema: sentSchema },
    },
  },
});
