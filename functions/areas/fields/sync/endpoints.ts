import * as z from 'zod';
import { type Field, fieldIdSchema, fieldSchema } from '../../../../domain/fields/field.ts';
import type { FieldDirectory, FieldName } from '../../../../domain/fields/field-store.ts';
import { providerIdSchema } from '../../../../domain/providers/provider-id.ts';
import { providersOf } from '../../../../domain/providers/providers.ts';
import { recordNumberSchema } from '../../../../domain/record-number.ts';
import { integrationSchema } from '../../../../domain/sync/integration.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, userInPath } from '../../../http/existence.ts';
import { userIdInPath } from '../../../http/parameters.ts';
import { wholeField } from '../existing-field.ts';

const ofUser = z.object({ svcUserId: userIdInPath });
/** Providers whose fields belong to one of several organizations. */
const ofOrganizations = providersOf('organizationStates').join(' and ');

/** Each grower's farms are looked through. */
const maxGrowers = 100;
/** The maximum number of fields that one call enables. */
export const maxAffected = 10_000;

const wholeFieldInPath: Finder<{ params: FieldName }, { fields: Pick<FieldDirectory, 'get'> }, Field> = (
  { ownerId, params },
  { fields },
) => wholeField(ownerId, params, fields);

/** The endpoints that fetch fields from providers and send fields to them. */
export const syncEndpoints = defineEndpoints({
  syncFields: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/sync',
    summary: "Fetch the fields of a user's providers",
    description: `Starts a sync round over all providers that the user is connected to, regardless of \`fieldsAutoSync\`. The round takes over all
changes since the last one and fetches the fields that are WAITING; with \`customDataSync\` off, also those in PREVIEW.
Rounds of one user run one after the other.`,
    access: 'owner',
    idempotent: true,
    params: ofUser,
    exists: { user: userInPath },
    responses: { 202: { description: 'A sync round is queued.', schema: z.object({}) } },
  },
  enableFieldSync: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/{id}/enableSync',
    summary: 'Request a field that is in PREVIEW',
    description:
      'The field becomes WAITING, and the next sync round fetches it completely. A field in any other state does not change.',
    access: 'owner',
    params: ofUser.extend({ id: fieldIdSchema }),
    exists: { user: userInPath, field: 'ownRead' },
    responses: { 200: { description: 'The field.', schema: fieldSchema } },
  },
  enableGrowersSync: {
    method: 'POST',
    path: '/growers/enableSync',
    summary: 'Request all fields of growers that are in PREVIEW',
    description: `The fields become WAITING and are fetched in the background at once. 404 when one of the growers is unknown, 400 when more than
${maxAffected.toLocaleString('en-US')} fields are affected: name fewer growers in one request.`,
    access: 'owner',
    idempotent: true,
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          growerIds: z
            .array(recordNumberSchema)
            .min(1, 'name at least one grower')
            .max(maxGrowers)
            .describe('Numbers of the growers whose fields are to be fetched, as `GET /growers` lists them.'),
        })
        .meta({ id: 'EnabledGrowers' }),
      example: { growerIds: [12] },
    },
    responses: {
      200: {
        description: 'The fields that were in PREVIEW.',
        schema: z.object({
          affectedFieldIds: z
            .array(fieldIdSchema)
            .describe('Ids of the fields that were in PREVIEW and are WAITING now.'),
        }),
      },
    },
  },
  integrateField: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/{fieldId}/integration/{providerName}',
    summary: 'Send a field to a provider',
    description: `Queues the field with its active boundary for sending to the provider. Repeating the request shows the result: PENDING ends in SUCCESS or
FAILED, with the provider's reason in \`message\`. After a failure, repeating the request shows the failure and has the field sent once more, which creates nothing twice.
400 for the provider that the field came from. ${ofOrganizations} requires the target organization.`,
    access: 'owner',
    conflict: 'The user is not connected to the provider, or the field has no active boundary.',
    params: ofUser.extend({
      fieldId: fieldIdSchema,
      providerName: z.enum(providersOf('fieldIntegration')).describe('Key of the provider to which the field is sent.'),
    }),
    exists: { user: userInPath, field: wholeFieldInPath },
    query: z.strictObject({
      organizationId: providerIdSchema.optional().describe(`Required for ${ofOrganizations}.`),
    }),
    responses: {
      200: {
        description: 'The state of sending: by the id of the field, then by the provider.',
        schema: z.array(z.record(z.string(), z.record(z.string(), integrationSchema))).length(1),
      },
    },
  },
});
