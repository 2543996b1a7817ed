import { invalid, Problem } from '../../../domain/errors.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { centroidOf } from '../../../domain/geometry/centroid.ts';
import type { Place } from '../../../domain/weather/cell.ts';

/** @throws Problem 400 for a pair that is not on the earth. */
export function placeIn({ latLon }: { latLon: string }): Place {
  const [latitude = 0, longitude = 0] = latLon.split(',').map(Number);
  if (Math.abs(latitude) > 90) throw invalid('#/lat', `The latitude is from -90 to 90 degrees, not ${latitude}.`);
  if (Math.abs(longitude) > 180) throw invalid('#/lon', `The longitude is from -180 to 180 degrees, not ${longitude}.`);
  return { latitude, longitude };
}

/** The centroid of a field. @throws Problem 409 when no boundary says where the field is. */
export function placeOf({ id, geometry }: Field): Place {
  if (geometry) return centroidOf(geometry);
  const detail = `The field ${id} has no active boundary, so nothing says where its weather is. Give it a boundary.`;
  throw new Problem('conflict', detail, { errorKey: 'noActiveBoundary' });
}
