import * as z from 'zod';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';

const pointSchema = z.looseObject({ lat: z.number(), lon: z.number() });
const ringSchema = z.looseObject({ points: z.array(pointSchema).default([]), type: z.string().optional() });

/** The polygons of a boundary, each with an outer ring and holes in any order. */
export const multipolygonsSchema = z.array(z.looseObject({ rings: z.array(ringSchema).default([]) })).default([]);

type Multipolygons = z.infer<typeof multipolygonsSchema>;
type Position = [number, number];

/**
 * GeoJSON of a boundary. Rings that do not end where they begin are closed: the provider draws them closed, and other clients of it have met such ones.
 */
export function shapeOf(multipolygons: Multipolygons): MultiPolygon {
  const coordinates = multipolygons.map(({ rings }) =>
    rings
      .toSorted((a, b) => Number(a.type === 'interior') - Number(b.type === 'interior'))
      .map(({ points }) => closed(points.map(({ lat, lon }): Position => [lon, lat]))),
  );
  return { type: 'MultiPolygon', coordinates };
}

function closed(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = !first || !last || (first[0] === last[0] && first[1] === last[1]);
  return isClosed ? ring : [...ring, first];
}
