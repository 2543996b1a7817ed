import * as z from 'zod';
import { fieldIdSchema, fieldSchema, fieldStatuses, fieldTypes } from '../../../domain/fields/field.ts';
import { fieldSortFields } from '../../../domain/fields/field-store.ts';
import { defineOperations } from '../../http/operation.ts';
import { idInPath, instant, pageParameters, wholeNumber } from '../../http/parameters.ts';

const text = z.string().max(255).optional();

/** Fields themselves. */
export const fieldOperations = defineOperations({
  listFields: {
    method: 'GET',
    path: '/fields',
    summary: 'List fields',
    description: 'Of all users of the owner, or of one with `svcUserId`. Lists carry no geometry: read the boundary.',
    access: 'owner',
    paged: true,
    query: z.strictObject({
      svcUserId: z.uuid().toLowerCase().optional(),
      id: fieldIdSchema.optional(),
      name: text,
      type: z.enum(fieldTypes).optional(),
      status: z.enum(fieldStatuses).optional(),
      farmId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
      provider: text,
      organizationId: text,
      mergedFieldId: text,
      providerFieldId: text,
      providerFieldName: text,
      beforeCreatedTime: instant.optional(),
      afterCreatedTime: instant.optional(),
      beforeUpdatedTime: instant.optional(),
      afterUpdatedTime: instant.optional(),
      ...pageParameters(fieldSortFields),
    }),
    responses: { 200: { description: 'One page of fields.', schema: z.array(fieldSchema) } },
  },
  getField: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{id}',
    summary: 'Get a field',
    access: 'owner',
    params: z.object({ svcUserId: idInPath, id: fieldIdSchema }),
    responses: { 200: { description: 'The field with its active boundary.', schema: fieldSchema } },
  },
});
