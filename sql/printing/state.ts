import { fail } from '../fault.ts';
import type { Box } from '../geography/box.ts';
import { limits } from '../limits.ts';
import type { ColumnId } from '../plan/expressions.ts';
import type { Dialect } from './dialect.ts';

/**
 * What is known while a query is written. A column is called `c7` by its id, a point that is stored as two columns `c7x` and `c7y` for as
 * long as nothing needs it as one value.
 */
export interface PrintState {
  dialect: Dialect;
  used: ReadonlySet<ColumnId>;
  points: Set<ColumnId>;
  /** Columns of which the box is there too, as `c7w`, `c7s`, `c7e` and `c7n`. */
  boxed: Set<ColumnId>;
  /** Columns that are an expression. */
  texts: Map<ColumnId, string>;
  /** Columns of outer queries that were renamed by grouping. */
  renamed: Map<ColumnId, ColumnId>;
  /** Whether the query makes infinite numbers of its own, so that no sum can be told from one that is too large. */
  makesInfinities: boolean;
  /** The boxes in which rows of keys lie. */
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

/** Refuses a text that no engine would take, as soon as a part of it is too long. */
export function bounded(text: string, at = 0): string {
  if (text.length > limits.compiledLength) {
    fail('query_too_complex', at, 'The query becomes too large for the engine.', {
      hint: 'Split it into several queries.',
    });
  }
  return text;
}

const currentId = ({ renamed }: PrintState, id: ColumnId): ColumnId => renamed.get(id) ?? id;

/** A column as one value. */
export function columnText(state: PrintState, given: ColumnId): string {
  const id = currentId(state, given);
  const parts = pointParts(state, id);
  return parts ? state.dialect.point(parts.x, parts.y) : (state.texts.get(id) ?? columnName(id));
}

/** The degrees of a point that is stored as such. */
export function pointParts(state: PrintState, given: ColumnId): { x: string; y: string } | undefined {
  const id = currentId(state, given);
  return state.points.has(id) ? { x: `${columnName(id)}x`, y: `${columnName(id)}y` } : undefined;
}

/** The box of a geography that has one beside it: west, south, east and north. */
export function boxParts(state: PrintState, given: ColumnId): BoxTexts | undefined {
  const id = currentId(state, given);
  return state.boxed.has(id) ? boxNames(id) : undefined;
}

export type BoxTexts = readonly [west: string, south: string, east: string, north: string];

export function boxNames(id: ColumnId): BoxTexts {
  const name = columnName(id);
  return [`${name}w`, `${name}s`, `${name}e`, `${name}n`];
}
