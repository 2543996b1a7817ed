import { areaHectares } from '../geometry/area.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import { type Given, newMembers } from '../resource-members.ts';
import type { Boundary } from './boundary.ts';
import { fieldMembers } from './field.ts';
import type { NewField } from './field-store.ts';

/** The members of a request that creates a field, with its id and its checked geometry. */
export type GivenField = Omit<Given<typeof fieldMembers, 'created'>, 'id' | 'geometry'> & {
  id: string;
  svcUserId: string;
  geometry: MultiPolygon;
};

/**
 * A field that a request creates, with the first version of its boundary.
 *
 * @example const { field, boundary } = newField({ ...body, id, svcUserId, geometry }, newId(), timestamp(clock.now()));
 */
export function newField(given: GivenField, boundaryId: string, createdTime: string): NewField {
  const boundary = newBoundary(boundaryId, given.geometry, createdTime);
  return {
    field: {
      ...newMembers(fieldMembers, given),
      id: given.id,
      svcUserId: given.svcUserId,
      boundaries: [boundaryId],
      type: 'ORIGINAL',
      status: 'PROCESSED',
      files: [],
      area: boundary.area,
      createdTime,
      updatedTime: createdTime,
    },
    boundary,
  };
}

/** Areas are rounded to square metres, which is finer than boundaries are surveyed. */
const areaDecimals = 4;

/**
 * A new version of a boundary: active, with the area of its shape in hectares.
 *
 * @example const { area } = newBoundary(newId(), geometry, createdTime); // { value: 12.34, unit: 'ha' }
 */
export function newBoundary(id: string, geometry: MultiPolygon, createdTime: string): Boundary {
  const area = { value: Number(areaHectares(geometry).toFixed(areaDecimals)), unit: 'ha' as const };
  return { id, status: 'ACTIVE', geometry, area, validity: 'VALID', createdTime, updatedTime: createdTime };
}
