import { factorOf } from '../../../domain/machine-files/units.ts';
import type { PointUnits } from '../standardise/standard-points.ts';

/** What is written as the geometry of a row, as SQL over `rows`. */
export interface RowShape {
  type: 'Point' | 'Polygon';
  rows: string;
  wellKnownText: string;
  /** A struct of xmin, ymin, xmax and ymax. */
  box: string;
}

/** The kept points, with the fields in which they lie. */
const kept = 'select presented.*, fieldIds from presented left join placed using ("row") where dropped is null';

export const pointShape: RowShape = {
  type: 'Point',
  rows: kept,
  wellKnownText: `'POINT(' || lon || ' ' || lat || ')'`,
  box: `{'xmin': lon, 'ymin': lat, 'xmax': lon, 'ymax': lat}`,
};

/** One degree of latitude, metres: a swath is so short that the shape of the earth does not matter. */
const degreeMetres = 111_320;
const coordinateDecimals = 9;

/** The ground that a point stands for: as long as the step to it and as wide as the machine, along its heading, around the point. */
export function swathShape(units: PointUnits): RowShape {
  const metres = (name: 'distance' | 'equipmentWidth') => `${name} * ${factorOf(units[name] ?? 'm')} / 2`;
  const corner = (ahead: 1 | -1, right: 1 | -1) => ({
    x: `lon + (${ahead} * along * sin(way) + ${right} * across * cos(way)) / (${degreeMetres} * cos(radians(lat)))`,
    y: `lat + (${ahead} * along * cos(way) - ${right} * across * sin(way)) / ${degreeMetres}`,
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
      select *, ${metres('distance')} as along, ${metres('equipmentWidth')} as across, radians(heading) as way from (${kept}))
      where along > 0 and across > 0 and way is not null`,
    wellKnownText: `'POLYGON((' || ${ring} || '))'`,
    box: `{'xmin': least(${all('x')}), 'ymin': least(${all('y')}), 'xmax': greatest(${all('x')}), 'ymax': greatest(${all('y')})}`,
  };
}
