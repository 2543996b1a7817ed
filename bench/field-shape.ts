import { type MultiPolygon, multiPolygon, type Position } from '../domain/geometry/multi-polygon.ts';

/** Latitude between the middles of two fields: about 550 m. */
export const fieldStep = 0.005;
const columns = 400;

/** The field with this number in a county of them: an outline of about 20 hectares that winds, with a road to each neighbour. */
export function fieldShape(number: number, vertices = 40): MultiPolygon {
  const middle: Position = [-93 + (number % columns) * fieldStep, 42 + Math.floor(number / columns) * fieldStep];
  return lobedShape(middle, { radius: fieldStep * 0.45, lobes: 5, turn: number, vertices });
}

/** A ring around a position, whose distance from it (degrees) rises and falls `lobes` times. */
export function lobedShape(
  [longitude, latitude]: Position,
  { radius, lobes, turn, vertices }: { radius: number; lobes: number; turn: number; vertices: number },
): MultiPolygon {
  const ring = Array.from({ length: vertices }, (_, at): Position => {
    const angle = (2 * Math.PI * at) / vertices;
    const distance = radius * (0.9 + 0.1 * Math.sin(lobes * angle + turn));
    return [rounded(longitude + distance * Math.cos(angle)), rounded(latitude + distance * Math.sin(angle))];
  });
  return multiPolygon([[[...ring, ...ring.slice(0, 1)]]]);
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(9));
}
