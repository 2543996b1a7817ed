import { fail } from '../../fault.ts';
import type { Expr, Literal } from '../../plan/expressions.ts';
import { call } from '../build.ts';
import type { ExpandContext } from '../row.ts';
import { InvalidPattern } from './regular-expression-classes.ts';
import { parseRegularExpression, type RegularExpression } from './regular-expression-syntax.ts';

/** A pattern with its known properties. */
export interface Pattern extends Omit<RegularExpression, 're2' | 'joni'> {
  /** The pattern for each engine. */
  expr: Expr;
  /** The pattern for RE2; undefined if it is not constant, and left to the engines. */
  constant?: string;
}

const unknown = {
  groups: 0,
  hasOptionalGroup: true,
  mayBeEmpty: true,
  mayMatchBehindItself: false,
  hasAssertion: false,
};

/** @throws Fault for a constant that is not a regular expression. */
export function readPattern(pattern: Expr, { at, name }: Named): Pattern {
  if (pattern.kind !== 'literal' || typeof pattern.value !== 'string') return { ...unknown, expr: pattern };
  try {
    const { re2, joni, ...known } = parseRegularExpression(pattern.value);
    return { ...known, constant: re2, expr: ofEngines({ ...pattern, value: re2 }, { ...pattern, value: joni }) };
  } catch (error) {
    if (!(error instanceof InvalidPattern)) throw error;
    return fail('invalid_query', at, `${name}: ${error.message}.`);
  }
}

export type Named = Pick<ExpandContext, 'at' | 'name'>;

/** One value for each engine. */
export const ofEngines = (duckdb: Literal, trino: Literal): Expr =>
  duckdb.value === trino.value ? duckdb : call(duckdb.at, duckdb.type, { duckdb: '$1', trino: '$2' }, [duckdb, trino]);

/** The index of the whole match, or of a pattern's only capturing group. */
export function capturedGroup(pattern: Pattern, { at, name }: Named): 0 | 1 {
  if (pattern.groups > 1) fail('invalid_query', at, `${name} takes a regular expression with one group at most.`);
  return pattern.groups === 1 ? 1 : 0;
}
