/** The values of a layer with the points that have them. A million points have some thousand values, so that classes are counted at once. */
export interface ValueTable {
  /** Ascending, each once. */
  value: Float32Array;
  all: Tally;
  shown: Tally;
}

/** For each value of a table. */
export interface Tally {
  points: Uint32Array;
  /** Ground of these points; absent until it is known. */
  squareMetres?: Float64Array;
}

type Counted = { value: Float32Array; state: Uint8Array; area?: Float32Array };

/** Counts the points of each value. @param points with `area` if their ground is known, NaN for points that have none. */
export function valueTable({ value, state, area }: Counted): ValueTable {
  const { distinct, rows } = distinctOf(value);
  const tally = (): Tally => ({
    points: new Uint32Array(distinct.length),
    ...(area && { squareMetres: new Float64Array(distinct.length) }),
  });
  const [all, shown] = [tally(), tally()];
  const add = ({ points, squareMetres }: Tally, row: number, ground: number | undefined) => {
    points[row] = (points[row] ?? 0) + 1;
    if (squareMetres && ground !== undefined && !Number.isNaN(ground))
      squareMetres[row] = (squareMetres[row] ?? 0) + ground;
  };
  for (let index = 0; index < value.length; index++) {
    const row = rows.get(value[index] ?? 0) ?? 0;
    add(all, row, area?.[index]);
    if (state[index] === 0) add(shown, row, area?.[index]);
  }
  return { value: distinct, all, shown };
}

/** The values, ascending, each once, and their rows. Some thousand are sorted in a tenth of the time that a million take. */
function distinctOf(value: Float32Array): { distinct: Float32Array; rows: Map<number, number> } {
  const rows = new Map<number, number>();
  for (let index = 0; index < value.length; index++) rows.set(value[index] ?? 0, 0);
  const distinct = Float32Array.from(rows.keys()).sort();
  for (const [row, one] of distinct.entries()) rows.set(one, row);
  return { distinct, rows };
}
