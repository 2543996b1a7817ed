import { type MultiPolygon, multiPolygon, type Ring } from '../../../domain/geometry/multi-polygon.ts';

/** A comb with teeth upwards, four vertices each, on a square of a degree at 10, 50. */
export function comb(teeth: number, west = 10, south = 50): MultiPolygon {
  const ring: Ring = [
    [west + 1, south],
    [west + 1, south + 0.05],
  ];
  for (let tooth = teeth - 1; tooth >= 0; tooth -= 1) {
    const [left, right] = [west + tooth / teeth, west + (tooth + 0.5) / teeth];
    ring.push([right, south + 0.05], [right, south + 1], [left, south + 1]);
    ring.push([left, tooth === 0 ? south : south + 0.05]);
  }
  return multiPolygon([[[...ring, [west + 1, south]]]]);
}

/** The shape with longitude and latitude exchanged, around 10, 50: a comb's teeth then point east. */
export function turned({ coordinates }: MultiPolygon): MultiPolygon {
  return multiPolygon(
    coordinates.map((rings) => rings.map((ring) => ring.map(([x, y]) => [y - 40, x + 40] as Ring[number]).reverse())),
  );
}

/** Two combs in one ring, which crosses itself in about 4 n² points. */
export function tangle(teeth: number): MultiPolygon {
  const [up, east] = [comb(teeth), turned(comb(teeth))].map(({ coordinates }) => coordinates[0]?.[0] ?? []);
  return multiPolygon([[[...(up ?? []), ...(east ?? []), ...(up ?? []).slice(0, 1)]]]);
}

/** A field as a machine drives around it, each time a little differently. `noise` in degrees. */
export function surveyed(vertices: number, noise: number, seed: number): MultiPolygon {
  let state = seed;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const ring = Array.from({ length: vertices }, (_, at): Ring[number] => {
    const angle = (2 * Math.PI * at) / vertices;
    const radius = 0.5 + 0.1 * Math.sin(5 * angle) + noise * random();
    return [10.5 + radius * Math.cos(angle), 50.5 + radius * Math.sin(angle)];
  });
  return multiPolygon([[[...ring, ring[0] as Ring[number]]]]);
}
