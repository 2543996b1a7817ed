import { fail } from '../fault.ts';
import { nearest } from '../nearest.ts';
import type { ColumnId, Expr } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

export interface ScopeColumn {
  name: string;
  id: ColumnId;
  type: SqlType;
  /** Other words for it, in lower case. */
  also?: readonly string[];
}

/** A name in FROM: a table's columns, or the value of an UNNEST. */
export interface RangeVariable {
  /** Absent for a subquery without an alias. */
  name: string | undefined;
  columns: ScopeColumn[];
  value?: ScopeColumn;
}

/** The names that an expression can see. */
export interface Scope {
  variables: RangeVariable[];
  /** Columns that USING has merged, in place of those of both sides. */
  merged: ScopeColumn[];
  /** Names of the SELECT list, which some clauses see first. */
  aliases?: ReadonlyMap<string, Expr[]>;
  /** The outer query, and its columns that are read here. */
  outer?: { scope: Scope; used: Map<ColumnId, ColumnId> };
}

export const emptyScope = (outer?: Scope['outer']): Scope => ({ variables: [], merged: [], ...(outer && { outer }) });

export type Found =
  | { kind: 'variable'; variable: RangeVariable }
  | { kind: 'column'; column: ScopeColumn }
  /** A field of the struct that an UNNEST returns. */
  | { kind: 'field'; column: ScopeColumn; index: number }
  | { kind: 'alias'; value: Expr };

/**
 * Resolves a name in the innermost query that has it.
 *
 * @throws Fault `ambiguous_column` if two tables of one query have the column.
 * @example const found = lookUp(scope, name.text, name.at) ?? unknownName(scope, name.text, name.at);
 */
export function lookUp(scope: Scope, name: string, at: number): Found | undefined {
  const key = name.toLowerCase();
  const aliased = scope.aliases?.get(key);
  if (aliased?.[0]) {
    if (aliased.length > 1) fail('ambiguous_column', at, `Column name ${name} is ambiguous.`);
    return { kind: 'alias', value: aliased[0] };
  }
  const variable = scope.variables.find((known) => known.name?.toLowerCase() === key);
  if (variable) return { kind: 'variable', variable };
  const merged = scope.merged.find((column) => column.name.toLowerCase() === key);
  if (merged) return { kind: 'column', column: merged };
  const columns = scope.variables.flatMap(({ columns: own }) =>
    own.filter((column) => column.name.toLowerCase() === key),
  );
  if (columns.length > 1) fail('ambiguous_column', at, `Column name ${name} is ambiguous.`);
  if (columns[0]) return { kind: 'column', column: columns[0] };
  const field = fieldNamed(scope, key);
  if (field) return field;
  const found = scope.outer && lookUp(scope.outer.scope, name, at);
  if (found && scope.outer) note(found, scope.outer.used);
  return found;
}

function fieldNamed(scope: Scope, key: string): Found | undefined {
  for (const { value } of scope.variables) {
    if (value?.type.kind !== 'STRUCT') continue;
    const index = value.type.fields.findIndex(({ name }) => name.toLowerCase() === key);
    if (index >= 0) return { kind: 'field', column: value, index };
  }
  return undefined;
}

/** Records outer columns that a subquery reads, so that they are replaced when they are renamed there. */
function note(found: Found, used: Map<ColumnId, ColumnId>): void {
  if (found.kind === 'column' || found.kind === 'field') used.set(found.column.id, found.column.id);
  if (found.kind !== 'variable') return;
  for (const { id } of found.variable.columns) used.set(id, id);
  if (found.variable.value) used.set(found.variable.value.id, found.variable.value.id);
}

/** All names that are visible here, for suggestions. */
function visibleNames(scope: Scope): string[] {
  const own = scope.variables.flatMap(({ name, columns }) => [
    ...(name ? [name] : []),
    ...columns.map((column) => column.name),
  ]);
  return [...(scope.aliases?.keys() ?? []), ...own, ...(scope.outer ? visibleNames(scope.outer.scope) : [])];
}

/** Columns that are called by another word for them. */
function meant(scope: Scope, name: string): string[] {
  const word = name.toLowerCase();
  const own = scope.variables.flatMap(({ columns }) => columns.filter(({ also }) => also?.includes(word)));
  return [...own.map((column) => column.name), ...(scope.outer ? meant(scope.outer.scope, name) : [])];
}

export function unknownName(scope: Scope, name: string, at: number): never {
  const columns = [...new Set(meant(scope, name))];
  const suggestion = columns[0] ?? nearest(name, visibleNames(scope));
  const known = columns.length > 1 ? columns.join(', ').replace(/, ([^,]*)$/, ' or $1') : suggestion;
  const question = suggestion ? ` Did you mean ${known}?` : '';
  fail('unknown_column', at, `Unrecognized name: ${name}.${question}`, suggestion ? { suggestion } : {});
}

/** The scope of a FROM with one name, within an outer query if there is one. */
export const scopeOf = (around: { outer?: Scope['outer'] | undefined }, variable: RangeVariable): Scope => ({
  ...emptyScope(around.outer),
  variables: [variable],
});
