/** Longitude, which may lie beyond 180, and latitude in degrees. */
type Position = [number, number];

/** A piece of a ring between two crossings of the line. */
interface Piece {
  isEast: boolean;
  positions: Position[];
  from: Crossing;
  to: Crossing;
}

interface Crossing {
  latitude: number;
  eastwards: boolean;
  /** The crossing at the other end of the inner stretch of the line. */
  partner?: Crossing;
}

/** Closed rings on either side of a line of longitude. */
export interface SplitRings {
  west: Position[][];
  east: Position[][];
}

/**
 * Splits closed rings on the plane at a line of longitude. Shells are counterclockwise and holes clockwise, and so are
 * the results; a hole on the line becomes part of a shell. Undefined for rings that cross themselves on the line.
 *
 * @example splitRings([[[179, 0], [181, 0], [181, 1], [179, 1], [179, 0]]], 180)?.west // one ring from 179 to 180
 */
export function splitRings(rings: readonly Position[][], line: number): SplitRings | undefined {
  const sides = { west: [] as Position[][], east: [] as Position[][] };
  const pieces: Piece[] = [];
  for (const ring of rings) {
    const found = piecesOf(ring.slice(0, -1), line);
    if (found.length > 0) pieces.push(...found);
    else sides[ring.some(([x]) => x < line) ? 'west' : 'east'].push(ring);
  }
  if (!pairUp(pieces.map(({ to }) => to))) return undefined;
  const next = new Map(pieces.map((piece) => [piece.from, piece]));
  const left = new Set(pieces);
  for (const start of left) {
    const ring: Position[] = [];
    let piece: Piece | undefined = start;
    do {
      for (const position of piece.positions) ring.push(position);
      left.delete(piece);
      piece = piece.to.partner && next.get(piece.to.partner);
      if (piece?.isEast !== start.isEast) return undefined;
    } while (left.has(piece));
    if (piece !== start) return undefined;
    sides[start.isEast ? 'east' : 'west'].push([...ring, ring[0] as Position]);
  }
  return sides;
}

/** Positions on the line count as east of it. */
function piecesOf(positions: Position[], line: number): Piece[] {
  const count = positions.length;
  const at = (index: number) => positions[(index + count) % count] as Position;
  const isEast = (index: number) => at(index)[0] >= line;
  const starts = positions.flatMap((_, index) => (isEast(index) === isEast(index - 1) ? [] : [index]));
  const crossings = starts.map((index): Crossing => {
    const [[x1, y1], [x2, y2]] = [at(index - 1), at(index)];
    return { latitude: y1 + ((line - x1) / (x2 - x1)) * (y2 - y1), eastwards: isEast(index) };
  });
  return starts.map((start, number) => {
    const following = (number + 1) % starts.length;
    const [from, to] = [crossings[number] as Crossing, crossings[following] as Crossing];
    const length = ((starts[following] as number) - start + count) % count || count;
    const inner = Array.from({ length }, (_, step) => at(start + step));
    return { isEast: isEast(start), from, to, positions: [[line, from.latitude], ...inner, [line, to.latitude]] };
  });
}

/**
 * Pairs crossings along the line, from south to north: rings by the right-hand rule cross it eastwards where the inside
 * begins and westwards where it ends.
 */
function pairUp(crossings: Crossing[]): boolean {
  crossings.sort((a, b) => a.latitude - b.latitude);
  for (let at = 0; at < crossings.length; at += 1) {
    const [here, above] = [crossings[at] as Crossing, crossings[at + 1]];
    const isStart = at % 2 === 0;
    if (here.eastwards !== isStart) {
      // A vertex on the line crosses it twice at one position, in either order.
      if (above?.latitude !== here.latitude || above.eastwards !== isStart) return false;
      [crossings[at], crossings[at + 1]] = [above, here];
    }
    if (!isStart) {
      const [start, end] = [crossings[at - 1] as Crossing, crossings[at] as Crossing];
      [start.partner, end.partner] = [end, start];
    }
  }
  return true;
}
