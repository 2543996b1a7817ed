import { degreeOnEquatorialSphere } from '../../../domain/geometry/local-plane.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { PointUnits } from '../standardise/standard-points.ts';

/** The geometry of a row, as SQL over `rows`, the rows of `located` in order. */
export interface RowShape {
  type: 'Point' | 'Polygon';
  rows: string;
  geometry: string;
  /** A struct of xmin, ymin, xmax and ymax. */
  box: string;
}

export const pointShape: RowShape = {
  type: 'Point',
  rows: 'select * from located',
  // The bits of the numbers after the header of a big-endian point: half the work of writing and parsing text.
  geometry: `st_geomfromwkb('\\x00\\x00\\x00\\x00\\x01'::blob || lon::bit::blob || lat::bit::blob)`,
  box: `{'xmin': lon, 'ymin': lat, 'xmax': lon, 'ymax': lat}`,
};

const coordinateDecimals = 9;

/** Properties that determine the ground of a point. */
export const ofSwaths = ['distance', 'equipmentWidth', 'heading'] as const;

/**
 * The ground of a point: as long as the distance from the point before and as wide as the machine, along its heading,
 * around the point.
 */
export function swathShape(units: PointUnits): RowShape {
  const metres = (name: 'distance' | 'equipmentWidth') => `${name} * ${factorOf(units[name] ?? 'm')} / 2`;
  const corner = (ahead: 1 | -1, right: 1 | -1) => ({
    x: `lon + (${ahead} * along * sin(way) + ${right} * across * cos(way)) / (${degreeOnEquatorialSphere} * cos(radians(lat)))`,
    y: `lat + (${ahead} * along * cos(way) - ${right} * across * sin(way)) / ${degreeOnEquatorialSphere}`,
  });
  const corners = [corner(1, -1), corner(-1, -1), corner(-1, 1), corner(1, 1)];
  const columns = corners.flatMap(({ x, y }, index) => [
    `round(${x}, ${coordinateDecimals}) as x${index}`,
    `round(${y}, ${coordinateDecimals}) as y${index}`,
  ]);
  const all = (axis: 'x' | 'y') => [0, 1, 2, 3].map((index) => `${axis}${index}`).join(', ');
  const ring = [0, 1, 2, 3, 0].map((index) => `x${index} || ' ' || y${index}`).join(` || ',' || `);
  return {
    type: 'Polygon',
    rows: `select *, ${columns.join(', ')} from (
      select *, ${metres('distance')} as along, ${metres('equipmentWidth')} as across, radians(heading) as way from located)
      where along > 0 and across > 0 and way is not null`,
    geometry: `('POLYGON((' || ${ring} || '))')::geometry`,
    box: `{'xmin': least(${all('x')}), 'ymin': least(${all('y')}), 'xmax': greatest(${all('x')}), 'ymax': greatest(${all('y')})}`,
  };
}
