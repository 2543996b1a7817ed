import * as z from 'zod';
import { fieldIdSchema, fieldSchema } from '../../../../domain/fields/field.ts';
import { exampleGeometry, givenGeometrySchema } from '../../../../domain/geometry/geometry-body.ts';
import { multiPolygonSchema } from '../../../../domain/geometry/multi-polygon.ts';
import { limitText } from '../../../../domain/limits.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInPath } from '../../../http/existence.ts';
import { pageParameters, userIdInPath } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: userIdInPath });

/** Each shape is loaded and laid over the others. */
const maxIntersected = 100;

/** As many as there may be: clients of the common interface do not expect these answers in pages. */
const fieldsInPage = 100;

const { page, size, cursor } = pageParameters([]);
const paging = z.strictObject({
  page,
  size: size.describe(`Fields in a page; default and maximum ${fieldsInPage}.`),
  cursor,
});

/** Percent; the default too. */
export const minThreshold = 0.01;
const range = `intersectionThreshold is a percentage from ${minThreshold} to 100`;
const threshold = z.number(range).min(minThreshold, range).max(100, range);

const query = z
  .strictObject({
    geometry: givenGeometrySchema,
    intersectionThreshold: threshold
      .default(minThreshold)
      .describe('Percent: 0.5 is half a percent. Compared with the larger of overlap / field and overlap / geometry.'),
  })
  .meta({ id: 'IntersectsQuery' });

const example = { geometry: exampleGeometry };

const found = {
  200: { description: 'One page of fields with their geometry and area, ordered by id.', schema: z.array(fieldSchema) },
};
const pages = `Only active boundaries count, and shapes that merely touch do not overlap. A page is cut where its geometries pass ${limitText.pageShapeBytes}: follow \`Link: rel="next"\`, not page numbers. 400 \`geometryTooComplex\` when outlines cross in more than ${limitText.crossings} places, or when the comparison takes longer than a request may.`;

/** Which fields lie where, and what they have in common. */
export const overlapEndpoints = defineEndpoints({
  findIntersectingFields: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/intersects',
    summary: 'Find the fields of a user that overlap a geometry',
    description: pages,
    access: 'owner',
    paged: { size: fieldsInPage },
    params: ofUser,
    exists: { user: userInPath },
    query: paging,
    body: { kind: 'json', schema: query, example: { ...example, intersectionThreshold: minThreshold } },
    responses: found,
  },
  intersectFields: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/intersect',
    summary: 'Get the common area of fields',
    description: `Takes the ids of up to ${maxIntersected} fields. 404 when one of them is unknown or has no active boundary, 400 \`geometryTooComplex\` when comparing them takes longer than a request may.`,
    access: 'owner',
    params: ofUser,
    exists: { user: userInPath },
    body: {
      kind: 'json',
      schema: z.array(fieldIdSchema).min(1, 'name at least one field').max(maxIntersected),
      example: ['0198c2a0-0000-7000-8000-000000000000'],
    },
    responses: {
      200: {
        description: 'The common area of all fields; empty coordinates when there is none.',
        schema: multiPolygonSchema,
      },
    },
  },
  findIntersectingFieldsOfOwner: {
    method: 'POST',
    path: '/fields/query/intersects',
    summary: 'Find the fields of all users that overlap a geometry',
    description: pages,
    deprecated: 'Use `POST /users/{svcUserId}/fields/intersects` for one user.',
    access: 'owner',
    paged: { size: fieldsInPage },
    query: paging,
    body: { kind: 'json', schema: query.omit({ intersectionThreshold: true }), example },
    responses: found,
  },
});
