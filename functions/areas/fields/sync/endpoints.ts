import * as z from 'zod';
import { type Field, fieldIdSchema, fieldSchema } from '../../../../domain/fields/field.ts';
import type { FieldDirectory, FieldName } from '../../../../domain/fields/field-store.ts';
import { providersOf } from '../../../../domain/providers/providers.ts';
import { recordNumberSchema } from '../../../../domain/record-number.ts';
import { integrationSchema } from '../../../../domain/sync/integration.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, userInPath } from '../../../http/existence.ts';
import { idInPath } from '../../../http/parameters.ts';
import { wholeField } from '../existing-field.ts';

const ofUser = z.object({ svcUserId: idInPath });

/** Each grower's farms are looked through. */
const maxGrowers = 100;
/** What one call may enable. */
export const maxAffected = 10_000;

const wholeFieldInPath: Finder<{ params: FieldName }, { fields: Pick<FieldDirectory, 'get'> }, Field> = (
  { ownerId, params },
  { fields },
) => wholeField(ownerId, params, fields);

/** What brings fields here from providers, and takes them there. */
export const syncEndpoints = defineEndpoints({
  syncFields: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/sync',
    summary: "Fetch the fields of a user's providers",
    description: `Starts a round over all providers that the user is connected to, whatever \`fieldsAutoSync\` says. It takes over what
has changed since the last one and fetches the fields that are WAITING; with \`customDataSync\` switched off, those in PREVIEW too.
Rounds of a user go one after the other.`,
    access: 'owner',
    idempotent: true,
    params: ofUser,
    exists: { user: userInPath },
    responses: { 202: { description: 'A round is waiting to begin.', schema: z.object({}) } },
  },
  enableFieldSync: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/{id}/enableSync',
    summary: 'Ask for a field that is in PREVIEW',
    description: 'It turns WAITING, and the next round fetches it whole. A field in any other state stays as it is.',
    access: 'owner',
    params: ofUser.extend({ id: fieldIdSchema }),
    exists: { user: userInPath, field: 'ownRead' },
    responses: { 200: { description: 'The field.', schema: fieldSchema } },
  },
  enableGrowersSync: {
    method: 'POST',
    path: '/growers/enableSync',
    summary: 'Ask for all fields of growers that are in PREVIEW',
    description: `They turn WAITING and are fetched at once, in the background. 404 when one of the growers is unknown, 400 when more than
${maxAffected.toLocaleString('en-US')} fields are affected: name fewer growers at once.`,
    access: 'owner',
    idempotent: true,
    body: {
      kind: 'json',
      schema: z
        .strictObject({ growerIds: z.array(recordNumberSchema).min(1, 'name at least one grower').max(maxGrowers) })
        .meta({ id: 'EnabledGrowers' }),
      example: { growerIds: [12] },
    },
    responses: {
      200: {
        description: 'The fields that were in PREVIEW.',
        schema: z.object({ affectedFieldIds: z.array(fieldIdSchema) }),
      },
    },
  },
  integrateField: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/{fieldId}/integration/{providerName}',
    summary: 'Send a field to a provider',
    description: `Queues the field with its active boundary for the provider, and shows the last attempt's result once it has been sent:
ask again to see it. 400 for the provider that the field came from. JohnDeere needs the organization that it is for.`,
    access: 'owner',
    conflict: 'The user is not connected to the provider, or the field has no active boundary.',
    params: ofUser.extend({ fieldId: fieldIdSchema, providerName: z.enum(providersOf('fieldIntegration')) }),
    exists: { user: userInPath, field: wholeFieldInPath },
    query: z.strictObject({
      organizationId: z.string().min(1).max(255).optional().describe('Required for JohnDeere.'),
    }),
    responses: {
      200: {
        description: 'How far it is: by the id of the field, then by the provider.',
        schema: z.array(z.record(z.string(), z.record(z.string(), integrationSchema))).length(1),
      },
    },
  },
});
