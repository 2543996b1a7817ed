import { fail } from '../fault.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import { usedColumns } from '../plan/used-columns.ts';
import type { Expression, Name } from '../syntax/expressions.ts';
import type { JoinType, TableExpression } from '../syntax/queries.ts';
import { typeOf, typeText } from '../types/sql-type.ts';
import { condition } from './coercion.ts';
import { resolve } from './expression.ts';
import type { Source } from './from.ts';
import { expressionContext, type Surroundings } from './query.ts';
import { emptyScope, lookUp, type RangeVariable, type Scope } from './scope.ts';

interface Unnesting {
  at: number;
  array: Expression;
  alias?: Name | undefined;
  offset?: Name | undefined;
}

/** The elements of an array as rows, beside the rows to the left, whose columns the array may be. */
export function resolveUnnest(
  node: Unnesting,
  around: Surroundings,
  before: Source | undefined,
  join: JoinType,
  on?: Expression,
): Source {
  const outerScope = before?.scope ?? emptyScope(around.outer);
  const array = resolve(node.array, expressionContext(around, outerScope, 'UNNEST'));
  if (array.type.kind !== 'ARRAY') {
    if (array.type.kind !== 'NULL')
      fail('type_error', node.array.at, `Values referenced in UNNEST must be arrays, not ${typeText(array.type)}.`);
  }
  if (join === 'RIGHT' || join === 'FULL')
    fail('unsupported_feature', node.at, `${join} JOIN UNNEST is not supported.`);
  return attach(node, array, around, before, join, on);
}

function attach(
  node: Unnesting,
  array: Expr,
  around: Surroundings,
  before: Source | undefined,
  join: JoinType,
  on?: Expression,
): Source {
  const { state } = around;
  const element = state.nextId();
  const type = array.type.kind === 'ARRAY' ? array.type.element : typeOf('INT64');
  const value = { name: node.alias?.text ?? '', id: element, type };
  const variables: RangeVariable[] = [{ name: node.alias?.text, columns: node.alias ? [] : [value], value }];
  const offset = node.offset && state.nextId();
  if (node.offset && offset !== undefined) {
    variables.push({ name: undefined, columns: [{ name: node.offset.text, id: offset, type: typeOf('INT64') }] });
  }
  if (node.offset && node.offset.text.toLowerCase() === node.alias?.text.toLowerCase()) {
    fail('invalid_query', node.offset.at, `Duplicate alias ${node.offset.text} found.`);
  }
  const left = before?.scope ?? emptyScope(around.outer);
  const scope: Scope = { ...left, variables: [...left.variables, ...variables] };
  const met = on && condition(resolve(on, expressionContext(around, scope, 'JOIN ON clause')), 'JOIN ON clause');
  // Geographies that do not depend on rows to the left are a table of their own, which can be joined spatially.
  const isTable = before && type.kind === 'GEOGRAPHY' && usedColumns(array).size === 0;
  const plan: Plan = {
    kind: 'unnest',
    input: (!isTable && before?.plan) || { kind: 'row' },
    array: array.type.kind === 'ARRAY' ? array : { ...array, type: { kind: 'ARRAY', element: type } },
    element,
    outer: !isTable && join === 'LEFT',
    ...(offset !== undefined && { offset }),
    ...(!isTable && met && { on: met }),
  };
  if (!isTable) return { plan, scope };
  return { plan: { kind: 'join', type: join, left: before.plan, right: plan, ...(met && { on: met }) }, scope };
}

/** `FROM points AS p, p.products`: a path that begins with a table to the left. */
export function unnestPath(
  { names, alias, at }: Extract<TableExpression, { kind: 'table' }>,
  around: Surroundings,
  before: Source,
  join: JoinType = 'CROSS',
  on?: Expression,
): Source | undefined {
  const [first] = names;
  const found = first && lookUp(before.scope, first.text, first.at);
  if (!first || !found) return undefined;
  const array: Expression = { kind: 'path', at, names };
  const type = resolve(array, expressionContext(around, before.scope, 'FROM clause')).type;
  if (type.kind !== 'ARRAY') return undefined;
  return resolveUnnest({ at, array, alias: alias ?? names.at(-1) }, around, before, join, on);
}
