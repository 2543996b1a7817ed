import * as z from 'zod';
import { type Field, fieldIdSchema, fieldMembers, fieldSchema } from '../../../../domain/fields/field.ts';
import { changedFieldSchema, fieldFromPointsSchema, newFieldSchema } from '../../../../domain/fields/field-body.ts';
import { type FieldDirectory, fieldFilters, fieldSortFields } from '../../../../domain/fields/field-store.ts';
import { operationTypes } from '../../../../domain/fields/operation-file.ts';
import { exampleGeometry } from '../../../../domain/geometry/geometry-body.ts';
import { limitText } from '../../../../domain/limits.ts';
import { flag, inOrder, instant, textFilter } from '../../../../domain/parameters.ts';
import { providerFilter } from '../../../../domain/providers/provider-filter.ts';
import { readOnlyIn } from '../../../../domain/resource-members.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, userInPath } from '../../../http/existence.ts';
import { pageParameters, userIdInPath } from '../../../http/parameters.ts';
import { wholeField } from '../existing-field.ts';

/** Points that one request can read and combine in its time. */
export const maxWorkedPoints = 1_000_000;

const ofField = z.object({ svcUserId: userIdInPath, id: fieldIdSchema });

const ofFiles = 'Only fields with a machine file of this kind of work; one file has to match all operation filters.';

const about = `Lists the fields of all users of the owner, or with \`svcUserId\` of one user. Lists have no geometries: read the boundary, or give \`legacy=true\`.

Without \`sort\`, the index that serves the request sets the order: \`createdTime\` or \`updatedTime\` when only a span of it is asked
for, otherwise \`id\`. Sorting only by \`id\`, \`name\`, \`createdTime\` or \`updatedTime\` costs one page, however many fields there
are. Other orders, and filters that few fields match, are refused with 400 beyond ${limitText.sortedRows} rows; the problem names a filter that helps.`;

const fieldById: Finder<
  { params: { svcUserId: string; id: string } },
  { fields: Pick<FieldDirectory, 'get'> },
  Field
> = ({ ownerId, params: { svcUserId, id } }, { fields }) => wholeField(ownerId, { svcUserId, fieldId: id }, fields);

/** Fields themselves. */
export const fieldEndpoints = defineEndpoints({
  listFields: {
    method: 'GET',
    path: '/fields',
    summary: 'List fields',
    description: about,
    access: 'owner',
    paged: true,
    query: z
      .strictObject({
        ...fieldFilters,
        legacy: flag
          .optional()
          .describe(`\`true\` includes the geometries of active boundaries up to ${limitText.listedShapeBytes}.`),
        operationType: z.enum(operationTypes).optional().describe(ofFiles),
        operationProvider: providerFilter.describe(ofFiles),
        operationStartTime: instant.optional().describe(ofFiles),
        operationEndTime: instant.optional().describe(ofFiles),
        operationCrop: textFilter.describe(ofFiles),
        operationVariety: textFilter.describe(ofFiles),
        ...pageParameters(fieldSortFields),
      })
      .refine(...inOrder('afterCreatedTime', 'beforeCreatedTime'))
      .refine(...inOrder('afterUpdatedTime', 'beforeUpdatedTime'))
      .refine(...inOrder('operationStartTime', 'operationEndTime')),
    responses: { 200: { description: 'One page of fields.', schema: z.array(fieldSchema) } },
  },
  getField: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{id}',
    summary: 'Get a field',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    params: ofField,
    exists: { user: userInPath, field: fieldById },
    responses: { 200: { description: 'The field with its active boundary.', schema: fieldSchema } },
  },
  createField: {
    method: 'POST',
    path: '/users/{svcUserId}/fields',
    summary: 'Create a field',
    description:
      'Creates the field and its first active boundary. 400 `invalidGeometry` names the defect and its position; geometries are not repaired. 404 when the farm does not exist.',
    access: 'owner',
    idempotent: true,
    conflict: 'The user already has a field with this id.',
    params: z.object({ svcUserId: userIdInPath }),
    exists: { user: userInPath },
    body: {
      kind: 'json',
      schema: newFieldSchema,
      readOnly: readOnlyIn(fieldMembers, 'created'),
      example: { name: 'North slope', geometry: exampleGeometry },
    },
    responses: {
      201: {
        description: 'The field, with its URL in `Location`.',
        schema: fieldSchema,
        location: '/users/{svcUserId}/fields/{id}',
      },
    },
  },
  createFieldFromPoints: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/fromPoints',
    summary: 'Create a field from the ground that a machine worked',
    description: `For exports without boundaries. The boundary is the ground around the standard points of a machine file or a field operation: swaths are joined, gaps are closed, and small holes and parts are left out. 404 when the file, the operation or the farm does not exist; 400 \`noPoints\` without points that have a position, \`tooManyPoints\` above ${maxWorkedPoints.toLocaleString('en')}.`,
    access: 'owner',
    addition: true,
    idempotent: true,
    conflict: 'The file is still being processed or has failed, or the user already has a field with this id.',
    params: z.object({ svcUserId: userIdInPath }),
    exists: { user: userInPath },
    body: {
      kind: 'json',
      schema: fieldFromPointsSchema,
      example: { name: 'North slope', fileId: '0198c2a0-0000-7000-8000-000000000000' },
    },
    responses: {
      201: {
        description: 'The field, with its URL in `Location`.',
        schema: fieldSchema,
        location: '/users/{svcUserId}/fields/{id}',
      },
    },
  },
  changeField: {
    method: 'PATCH',
    path: '/users/{svcUserId}/fields/{id}',
    summary: 'Change some members of a field',
    description:
      'Only the given members change; null clears `name` or `farmId`. A new geometry becomes the active boundary, and the previous one becomes `INACTIVE`. 400 `providerMade` when the field comes from a provider, `mergedField` when it was merged from others.',
    access: 'owner',
    conflict: `The field is being changed by several requests at once, or has ${limitText.boundaryVersions} versions of its boundary.`,
    params: ofField,
    exists: { user: userInPath, field: 'ownWrite' },
    body: {
      kind: 'json',
      schema: changedFieldSchema,
      readOnly: readOnlyIn(fieldMembers, 'changed'),
      example: { name: 'South slope' },
    },
    responses: { 200: { description: 'The field after the change.', schema: fieldSchema } },
  },
  deleteField: {
    method: 'DELETE',
    path: '/users/{svcUserId}/fields/{id}',
    summary: 'Delete a field with all its boundaries',
    description:
      '400 `providerMade` when the field comes from a provider, `mergedField` when it was merged from others. Cannot be undone.',
    access: 'owner',
    conflict: 'The field is being changed by several requests at once.',
    params: ofField,
    exists: { user: userInPath, field: 'ownWrite' },
    responses: { 204: { description: 'Deleted.' } },
  },
});
