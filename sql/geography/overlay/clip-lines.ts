import { allEdges, edgesOf, type Parts } from '../parts.ts';
import { cutsOf } from '../relate.ts';
import type { Position } from '../shape.ts';
import { sum, toPosition, toVector, unit } from '../sphere.ts';

/** A line with an additional vertex wherever an edge of the other parts crosses or touches it. */
const cutLine = (line: readonly Position[], by: Parts): Position[] => {
  const others = allEdges(by);
  const edges = edgesOf(line);
  return line.flatMap((position, index) => {
    const edge = edges[index];
    return [position, ...(edge ? cutsOf(edge, others).map(toPosition) : [])];
  });
};

export interface ClippedLines {
  lines: Position[][];
  /** Every vertex and every point where a line was cut. */
  vertices: Position[];
}

/** The pieces of lines, cut by other parts, whose middles `isKept` selects; consecutive pieces are joined. */
export function clipLines(
  lines: readonly Position[][],
  by: Parts,
  isKept: (position: Position) => boolean,
): ClippedLines {
  const cut = lines.map((line) => cutLine(line, by));
  const kept = cut.flatMap((line) => {
    const runs: Position[][] = [];
    for (const [index, to] of line.entries()) {
      const from = line[index - 1];
      if (!from || !isKept(middle(from, to))) continue;
      const run = runs.at(-1);
      if (run && run.at(-1) === from) run.push(to);
      else runs.push([from, to]);
    }
    return runs;
  });
  return { lines: kept, vertices: cut.flat() };
}

const middle = (from: Position, to: Position): Position => toPosition(unit(sum(toVector(from), toVector(to))));
