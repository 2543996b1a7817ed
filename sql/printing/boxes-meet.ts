import { boxOf } from '../geography/box.ts';
import type { Expr } from '../plan/expressions.ts';
import { type BoxTexts, boxParts, type PrintState, pointParts } from './state.ts';

/**
 * A condition that the stored box of a geography intersects that of the other: true for all pairs that intersect. Each
 * side of a stored box is compared by itself, so that row groups are skipped by their statistics. Undefined if no box
 * is stored.
 */
export function boxesMeet([a, b]: readonly Expr[], state: PrintState): string | undefined {
  if (!a || !b) return undefined;
  if (b.kind === 'shape') return meetsConstant(a, b, state);
  return a.kind === 'shape' ? meetsConstant(b, a, state) : meetsColumn(a, b, state);
}

function meetsConstant(column: Expr, { shape }: Extract<Expr, { kind: 'shape' }>, state: PrintState) {
  const stored = storedBox(column, state);
  const box = boxOf(shape);
  if (!stored || !box) return undefined;
  const [west, south, east, north] = box.map((degrees) => state.dialect.number(degrees));
  const side = (name: string, operator: string, degrees = '') => {
    const beside = `${name} ${operator} ${degrees}`;
    // Files without boxes have NULL. DuckDB would not skip by a test for NULL, and has the whole earth there.
    return state.dialect.name === 'trino' ? `(${name} IS NULL OR ${beside})` : beside;
  };
  return [
    side(stored[0], '<=', east),
    side(stored[1], '<=', north),
    side(stored[2], '>=', west),
    side(stored[3], '>=', south),
  ].join(' AND ');
}

/**
 * Comparisons of one side with the other, by which engines without a spatial index join. Trino, which builds a tree of
 * boxes itself when it joins by geographies, evaluates them for the pairs that it finds; there files without boxes have
 * NULL, which means anywhere.
 */
function meetsColumn(a: Expr, b: Expr, state: PrintState): string | undefined {
  const [stored, other] = [storedBox(a, state), storedBox(b, state)];
  if (!stored && !other) return undefined;
  const [one, second] = [whole(stored, state) ?? pointBox(a, state), whole(other, state) ?? pointBox(b, state)];
  if (!one || !second) return undefined;
  return `${one[0]} <= ${second[2]} AND ${one[1]} <= ${second[3]} AND ${one[2]} >= ${second[0]} AND ${one[3]} >= ${second[1]}`;
}

function whole(stored: BoxTexts | undefined, { dialect }: PrintState): BoxTexts | undefined {
  if (!stored || dialect.name === 'duckdb') return stored;
  const side = (name: string, degrees: number) => `coalesce(${name}, ${dialect.number(degrees)})`;
  return [side(stored[0], -180), side(stored[1], -90), side(stored[2], 180), side(stored[3], 90)];
}

const storedBox = (expr: Expr, state: PrintState): BoxTexts | undefined =>
  expr.kind === 'column' ? boxParts(state, expr.id) : undefined;

function pointBox(expr: Expr, state: PrintState): BoxTexts | undefined {
  const point = expr.kind === 'column' ? pointParts(state, expr.id) : undefined;
  return point && [point.x, point.y, point.x, point.y];
}
