import * as z from 'zod';
import { type Boundary, boundarySchema } from '../../../../domain/fields/boundary.ts';
import { fieldIdSchema } from '../../../../domain/fields/field.ts';
import { givenBoundarySchema } from '../../../../domain/fields/field-body.ts';
import type { FieldDirectory, FieldName } from '../../../../domain/fields/field-store.ts';
import { exampleGeometry } from '../../../../domain/geometry/geometry-body.ts';
import { limitText } from '../../../../domain/limits.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, orNotFound, userInPath } from '../../../http/existence.ts';
import { idInPath, pageParameters, userIdInPath } from '../../../http/parameters.ts';
import { fieldInPath } from '../existing-field.ts';

const ofField = z.object({ svcUserId: userIdInPath, fieldId: fieldIdSchema });
const readOnlyBoundaryMembers = Object.keys(boundarySchema.shape).filter((member) => member !== 'geometry');
const versionPaging = pageParameters(['id']);

const boundaryInPath: Finder<
  { params: FieldName & { boundaryId: string } },
  { fields: Pick<FieldDirectory, 'boundary'> },
  Boundary
> = async ({ ownerId, params: { svcUserId, fieldId, boundaryId } }, { fields }) =>
  orNotFound(await fields.boundary(ownerId, svcUserId, fieldId, boundaryId), 'boundary', boundaryId);

/** The versions of a field's boundary. */
export const boundaryEndpoints = defineEndpoints({
  listBoundaries: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/boundaries',
    summary: "List the versions of a field's boundary",
    description: `A page is cut where its geometries pass ${limitText.pageShapeBytes}: follow \`Link: rel="next"\`, not page numbers.`,
    access: 'owner',
    paged: true,
    params: ofField,
    exists: { user: userInPath, field: fieldInPath },
    query: z.strictObject(versionPaging),
    responses: { 200: { description: 'One page of boundaries, the oldest first.', schema: z.array(boundarySchema) } },
  },
  getBoundary: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/boundaries/{boundaryId}',
    summary: "Get one version of a field's boundary",
    description: 'Also a version that is no longer active, with its geometry and its area.',
    access: 'owner',
    params: ofField.extend({
      boundaryId: idInPath.describe('Id of a version of the boundary, as `…/boundaries` lists it.'),
    }),
    exists: { user: userInPath, field: 'ownRead', boundary: boundaryInPath },
    responses: { 200: { description: 'The boundary.', schema: boundarySchema } },
  },
  getActiveBoundary: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/boundary',
    summary: "Get a field's active boundary",
    description: '404 when the field has none, as in PREVIEW.',
    access: 'owner',
    params: ofField,
    exists: { user: userInPath, field: 'ownRead' },
    responses: { 200: { description: 'The active boundary.', schema: boundarySchema } },
  },
  replaceBoundary: {
    method: 'PUT',
    path: '/users/{svcUserId}/fields/{fieldId}/boundary',
    summary: "Replace a field's active boundary",
    description:
      'Creates a new version; the previous one becomes `INACTIVE`. Sending the active geometry again creates no version. 400 `invalidGeometry` names the defect and its position; 400 `providerMade` when the field comes from a provider, `mergedField` when it was merged from others.',
    access: 'owner',
    conflict: `The field is being changed by several requests at once, or has ${limitText.boundaryVersions} versions of its boundary.`,
    params: ofField,
    exists: { user: userInPath, field: 'ownWrite' },
    body: {
      kind: 'json',
      schema: givenBoundarySchema,
      readOnly: readOnlyBoundaryMembers,
      example: { geometry: exampleGeometry },
    },
    responses: { 200: { description: 'The active boundary.', schema: boundarySchema } },
  },
});
