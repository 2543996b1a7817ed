type Corner = [column: number, row: number];

/** The steps along the edges of a cell with the cell on the left: east, north, west, south. */
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * The outlines of filled cells: for each piece of cells that share edges its outer ring, counterclockwise, and then its holes, clockwise.
 *
 * @param cells 1 where filled, row by row.
 * @returns corners in cells, without the first one repeated at the end.
 * @example ringsOfCells(Uint8Array.of(1), 1) // [[[[0, 0], [1, 0], [1, 1], [0, 1]]]]
 */
export function ringsOfCells(cells: Uint8Array, columns: number): Corner[][][] {
  const piece = new Uint32Array(cells.length);
  const pieces: Corner[][][] = [];
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] !== 1 || piece[start] !== 0) continue;
    const members = fill(cells, columns, piece, start, pieces.length + 1);
    const rings = outlines(members, columns, (place) => piece[place] === pieces.length + 1);
    pieces.push(rings.sort((one, other) => Number(isHole(one)) - Number(isHole(other))));
  }
  return pieces;
}

/** Marks all cells that share edges with the first one. */
function fill(cells: Uint8Array, columns: number, piece: Uint32Array, start: number, name: number): number[] {
  const members = [start];
  piece[start] = name;
  for (const place of members) {
    const column = place % columns;
    const next = [column > 0 ? place - 1 : -1, column < columns - 1 ? place + 1 : -1, place - columns, place + columns];
    for (const neighbour of next) {
      if (cells[neighbour] !== 1 || piece[neighbour] !== 0) continue;
      piece[neighbour] = name;
      members.push(neighbour);
    }
  }
  return members;
}

/** Edges between members and other cells, joined to rings. */
function outlines(members: readonly number[], columns: number, isMember: (place: number) => boolean): Corner[][] {
  const edges = new Map<string, number[]>();
  for (const place of members) {
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const beyond = [
      { neighbour: place - columns, from: [column, row] },
      { neighbour: column < columns - 1 ? place + 1 : -1, from: [column + 1, row] },
      { neighbour: place + columns, from: [column + 1, row + 1] },
      { neighbour: column > 0 ? place - 1 : -1, from: [column, row + 1] },
    ];
    for (const [direction, { neighbour, from }] of beyond.entries()) {
      if (isMember(neighbour)) continue;
      const key = from.join();
      edges.set(key, [...(edges.get(key) ?? []), direction]);
    }
  }
  const rings: Corner[][] = [];
  for (const [key, [direction]] of edges) {
    // An entry is emptied as rings take its edges.
    for (let next = direction; next !== undefined; next = edges.get(key)?.[0]) rings.push(ringFrom(key, next, edges));
  }
  return rings;
}

function ringFrom(key: string, first: number, edges: Map<string, number[]>): Corner[] {
  const corners: Corner[] = [];
  let [at, direction, before] = [key, first, -1];
  for (;;) {
    const [column = 0, row = 0] = at.split(',').map(Number);
    if (direction !== before) corners.push([column, row]);
    edges.set(
      at,
      (edges.get(at) ?? []).filter((one) => one !== direction),
    );
    const [east, north] = steps[direction] ?? steps[0];
    at = `${column + east},${row + north}`;
    const ways = edges.get(at) ?? [];
    if (ways.length === 0 || at === key) {
      // The ring may have begun in the middle of an edge.
      if (direction === first && corners.length > 4) corners.shift();
      return corners;
    }
    before = direction;
    // Where two cells touch at a corner, a turn to the right keeps rings apart that only touch.
    const right = (direction + 3) % 4;
    direction = ways.includes(right) ? right : (ways[0] ?? direction);
  }
}

const isHole = (ring: readonly Corner[]) => signedArea(ring) < 0;

/** The cells that a ring encloses. @example cellsWithin([[0, 0], [1, 0], [1, 1], [0, 1]]) // 1 */
export const cellsWithin = (ring: readonly Corner[]): number => Math.abs(signedArea(ring));

function signedArea(ring: readonly Corner[]): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return twice / 2;
}
