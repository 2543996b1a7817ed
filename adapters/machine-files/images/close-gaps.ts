/**
 * Fills gaps between painted pixels that are narrower than twice `pixels`: painted areas grow in all directions and
 * shrink again, and filled pixels show the spot that they grew from. The outside stays unpainted.
 *
 * @param spots the spot of each pixel, row by row; -1 for none.
 */
export function closeGaps(spots: Int32Array, width: number, pixels: number): void {
  if (pixels < 1) return;
  const height = spots.length / width;
  // With a free border on all sides, so that growth at the edge can shrink again.
  const [border, wide] = [pixels + 1, width + 2 * (pixels + 1)];
  const inner = (row: number) => (row + border) * wide + border;
  const grown = new Int32Array(wide * (height + 2 * border)).fill(-1);
  for (let row = 0; row < height; row++) grown.set(spots.subarray(row * width, (row + 1) * width), inner(row));
  grow(grown, wide, pixels);
  // Pixels that the free ground reaches become free again.
  const free = Int32Array.from(grown, (spot) => (spot < 0 ? 1 : -1));
  grow(free, wide, pixels);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [at, there] = [row * width + column, inner(row) + column];
      if (spots[at] === -1 && free[there] === -1) spots[at] = grown[there] ?? -1;
    }
  }
}

/** Grows values other than -1 by a number of pixels into free ones; the first to arrive wins. */
function grow(values: Int32Array, width: number, pixels: number): void {
  const sides = [-width, width, -1, 1];
  const around = [...sides, -width - 1, -width + 1, width - 1, width + 1];
  let edge: number[] = [];
  for (const [at, value] of values.entries()) {
    if (value >= 0 && sides.some((side) => values[at + side] === -1)) edge.push(at);
  }
  for (let step = 0; step < pixels; step++) {
    const next: number[] = [];
    for (const at of edge) {
      const column = at % width;
      // Every second step also reaches diagonal neighbours, so that areas grow to octagons instead of squares.
      for (const side of step % 2 === 0 ? around : sides) {
        const neighbour = at + side;
        if (values[neighbour] !== -1 || Math.abs((neighbour % width) - column) > 1) continue;
        values[neighbour] = values[at] ?? -1;
        next.push(neighbour);
      }
    }
    edge = next;
  }
}
