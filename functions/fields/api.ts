import * as z from 'zod';
import { boundarySchema } from '../../domain/fields/boundary.ts';
import { fieldIdSchema, fieldSchema, fieldStatuses, fieldTypes } from '../../domain/fields/field.ts';
import { fieldSortFields } from '../../domain/fields/field-store.ts';
import { defineArea } from '../http/operation.ts';
import { idInPath, instant, pageParameters, wholeNumber } from '../http/parameters.ts';

const text = z.string().max(255).optional();
const ofField = z.object({ svcUserId: idInPath, fieldId: fieldIdSchema });
const versionPaging = pageParameters(['id']);

/** Area L, the reading part: fields and the versions of their boundaries. */
export const fieldsApi = defineArea({
  name: 'fields',
  title: 'Fields and boundaries',
  letter: 'L',
  description: 'The fields of service users, and the boundaries that say where they are.',
  base: '/services/fields/api',
  operations: {
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
    listBoundaries: {
      method: 'GET',
      path: '/users/{svcUserId}/fields/{fieldId}/boundaries',
      summary: "List the versions of a field's boundary",
      access: 'owner',
      paged: true,
      params: ofField,
      query: z.strictObject(versionPaging),
      responses: { 200: { description: 'One page of boundaries, the oldest first.', schema: z.array(boundarySchema) } },
    },
    getBoundary: {
      method: 'GET',
      path: '/users/{svcUserId}/fields/{fieldId}/boundaries/{boundaryId}',
      summary: "Get one version of a field's boundary",
      access: 'owner',
      params: ofField.extend({ boundaryId: idInPath }),
      responses: { 200: { description: 'The boundary.', schema: boundarySchema } },
    },
    getActiveBoundary: {
      method: 'GET',
      path: '/users/{svcUserId}/fields/{fieldId}/boundary',
      summary: "Get a field's active boundary",
      description: '404 when the field has none, as in PREVIEW.',
      access: 'owner',
      params: ofField,
      responses: { 200: { description: 'The active boundary.', schema: boundarySchema } },
    },
  },
});
