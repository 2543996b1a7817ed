import * as z from 'zod';
import { boundarySchema } from '../../../domain/fields/boundary.ts';
import { fieldIdSchema } from '../../../domain/fields/field.ts';
import { defineOperations } from '../../http/operation.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';

const ofField = z.object({ svcUserId: idInPath, fieldId: fieldIdSchema });
const versionPaging = pageParameters(['id']);

/** The versions of a field's boundary. */
export const boundaryOperations = defineOperations({
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
});
