/** Longitude and latitude in degrees. */
export type Position = [longitude: number, latitude: number];

/** A closed ring, counter-clockwise. */
export function rectangle(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** An outline: the outer ring, then holes. */
export type Outline = Position[][];

const metresPerDegree = 111_320;

/** The area of a ring in square metres, on a plane that touches the earth at it: for figures that a wire shows, not for sums. */
function ringArea(ring: readonly Position[]): number {
  const scale = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  let sum = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    sum += x * nextY - nextX * y;
  }
  return (Math.abs(sum) / 2) * scale * metresPerDegree ** 2;
}

/** Areas in square metres: of the outer rings, and without the holes. */
export function areasOf(outlines: readonly Outline[]): { whole: number; workable: number } {
  const outer = outlines.reduce((sum, [ring = []]) => sum + ringArea(ring), 0);
  const holes = outlines.reduce(
    (sum, [, ...rings]) => sum + rings.reduce((inner, ring) => inner + ringArea(ring), 0),
    0,
  );
  return { whole: outer, workable: outer - holes };
}

export function extentOf(outlines: readonly Outline[]): { west: number; south: number; east: number; north: number } {
  const positions = outlines.flat(2);
  const [x, y] = [positions.map(([longitude]) => longitude), positions.map(([, latitude]) => latitude)];
  return { west: Math.min(...x), south: Math.min(...y), east: Math.max(...x), north: Math.max(...y) };
}
