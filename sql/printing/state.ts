import { fail } from '../fault.ts';
import type { Box } from '../geography/box.ts';
import { limits } from '../limits.ts';
import type { ColumnId } from '../plan/expressions.ts';
import type { Dialect } from './dialect.ts';

/**
 * The state of printing. A column is named `c7` by its id, a point stored as two columns `c7x` and `c7y` until it is
 * needed as one value.
 */
export interface PrintState {
  dialect: Dialect;
  used: ReadonlySet<ColumnId>;
  points: Set<ColumnId>;
  /** Columns whose box is available too, as `c7w`, `c7s`, `c7e` and `c7n`. */
  boxed: Set<ColumnId>;
  /** Columns that are expressions. */
  texts: Map<ColumnId, string>;
  /** Columns of outer queries that were renamed by grouping. */
  renamed: Map<ColumnId, ColumnId>;
  /** Whether the query creates infinite numbers, so that overflowing sums cannot be detected. */
  makesInfinities: boolean;
  /** Bounding boxes of the rows of keys. */
  boxes: ReadonlyMap<string, Box>;
  nextName(prefix: string): string;
}

type Given = Pick<PrintState, 'dialect' | 'used' | 'makesInfinities' | 'boxes'>;

export function printState(given: Given): PrintState {
  let names = 0;
  return {
    ...given,
    points: new Set(),
    boxed: new Set(),
    texts: new Map(),
    renamed: new Map(),
    nextName: (prefix) => {
      names += 1;
      return `${prefix}${names}`;
    },
  };
}

export const columnName = (id: ColumnId): string => `c${id}`;

/**
 * Throws for a text that is too long for any engine, as soon as a part of it is.
 *
 * @example return bounded(parts.join(' '));
 */
export function bounded(text: string, at = 0): string {
  if (text.length > limits.compiledLength) {
    fail('query_too_complex', at, 'The query becomes too large for the engine.', {
      hint: 'Split it into several queries.',
    });
  }
  return text;
}

const currentId = ({ renamed }: PrintState, id: ColumnId): ColumnId => renamed.get(id) ?? id;

/**
 * A column as one value: a point stored in two columns is composed.
 *
 * @example const text = columnText(state, expr.id);
 */
export function columnText(state: PrintState, given: ColumnId): string {
  const id = currentId(state, given);
  const parts = pointParts(state, id);
  return parts ? state.dialect.point(parts.x, parts.y) : (state.texts.get(id) ?? columnName(id));
}

/**
 * The degrees of a point stored as such.
 *
 * @example const point = expr.kind === 'column' ? pointParts(state, expr.id) : undefined;
 */
export function pointParts(state: PrintState, given: ColumnId): { x: string; y: string } | undefined {
  const id = currentId(state, given);
  return state.points.has(id) ? { x: `${columnName(id)}x`, y: `${columnName(id)}y` } : undefined;
}

/**
 * The box of a geography with a stored box: west, south, east and north.
 *
 * @example const box = value.kind === 'column' ? boxParts(state, value.id) : undefined;
 */
export function boxParts(state: PrintState, given: ColumnId): BoxTexts | undefined {
  const id = currentId(state, given);
  return state.boxed.has(id) ? boxNames(id) : undefined;
}

export type BoxTexts = readonly [west: string, south: string, east: string, north: string];

export function boxNames(id: ColumnId): BoxTexts {
  const name = columnName(id);
  return [`${name}w`, `${name}s`, `${name}e`, `${name}n`];
}
