import type { CatalogueTable } from '../catalogue.ts';
import { fail } from '../fault.ts';
import { both, call, literal } from '../functions/build.ts';
import { nearest } from '../nearest.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import type { Name } from '../syntax/expressions.ts';
import type { TableExpression } from '../syntax/queries.ts';
import { typeOf } from '../types/sql-type.ts';
import { columnExpr } from './access.ts';
import { condition } from './coercion.ts';
import { resolveCompare } from './comparison.ts';
import type { NamedTable } from './context.ts';
import { resolve } from './expression.ts';
import { resolvePivot, resolveUnpivot } from './pivot.ts';
import { countRead, expressionContext, resolveQuery, type Surroundings } from './query.ts';
import { type Scope, type ScopeColumn, scopeOf } from './scope.ts';
import { resolveUnnest, unnestPath } from './unnest.ts';

/** Rows with the names of their columns. */
export interface Source {
  plan: Plan;
  scope: Scope;
}

/** @param before the source to the left, which UNNEST can see. */
export function resolveFrom(node: TableExpression, around: Surroundings, before?: Source): Source {
  switch (node.kind) {
    case 'table':
      return resolveTable(node, around, before);
    case 'derived': {
      const { plan, columns } = resolveQuery(node.query, around);
      return sampled(node, { plan, scope: scopeOf(around, { name: node.alias?.text, columns }) });
    }
    case 'pivoted': {
      const input = resolveFrom(node.input, around, before);
      return node.pivot.kind === 'pivot'
        ? resolvePivot(input, node.pivot, node.alias, around)
        : resolveUnpivot(input, node.pivot, node.alias, around);
    }
    case 'unnest':
      return resolveUnnest(node, around, before, 'CROSS');
    case 'join':
      return resolveJoin(node, around);
  }
}

type TableNode = Extract<TableExpression, { kind: 'table' }>;

function resolveTable(node: TableNode, around: Surroundings, before?: Source): Source {
  const { names, at, alias } = node;
  const [first] = names;
  const text = names.map((name) => name.text).join('.');
  if (!first) throw new Error('a table has no name');
  if (names.length > 1 && before) {
    const unnested = unnestPath(node, around, before);
    if (unnested) return unnested;
  }
  countRead(around.state, at);
  const common = names.length === 1 ? around.with.get(first.text.toLowerCase()) : undefined;
  if (common) return sampled(node, readCommon(common, alias ?? first, around, at));
  const table = around.state.catalogue.table(names.map((name) => name.text));
  if (table) return sampled(node, scan(table, alias ?? names.at(-1) ?? first, around));
  const suggestion = nearest(text, [...around.state.catalogue.names, ...around.with.keys()]);
  return fail('unknown_table', at, `Table not found: ${text}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`, {
    ...(suggestion && { suggestion }),
    hint: `There are ${around.state.catalogue.names.join(', ')}.`,
  });
}

/** The only function that brings a stored table into a query. */
function scan(table: CatalogueTable, alias: Name, around: Surroundings): Source {
  const { state } = around;
  state.tables.set(table.name, table);
  const columns: ScopeColumn[] = table.columns.map(({ name, type, also }) => ({
    ...{ name, type, id: state.nextId() },
    ...(also && { also }),
  }));
  if (table.locatedBy) {
    const { keys, geometry } = table.locatedBy;
    const column = columns.find(({ name }) => name === keys);
    if (column) state.locatedBy.set(column.id, geometry);
  }
  const plan: Plan = { kind: 'scan', table, columns: columns.map(({ id }, index) => ({ id, index })) };
  return { plan, scope: scopeOf(around, { name: alias.text, columns }) };
}

function readCommon(named: NamedTable, alias: Name, around: Surroundings, at: number): Source {
  const { nextId } = around.state;
  named.table.read = true;
  const columns = named.columns.map((column) => ({ ...column, id: nextId() }));
  const read = columns.map(({ id }, index) => ({ id, from: named.columns[index]?.id ?? 0 }));
  if (named.steps) {
    if (named.steps.read !== undefined)
      fail('invalid_query', at, `A recursive table reads itself once, and ${alias.text} is read again.`);
    named.steps.read = nextId();
    read.push({ id: named.steps.read, from: named.steps.count });
  }
  const plan: Plan = { kind: 'common', table: named.table, columns: read };
  return { plan, scope: scopeOf(around, { name: alias.text, columns }) };
}

function sampled({ sample }: TableNode | Extract<TableExpression, { kind: 'derived' }>, source: Source): Source {
  if (!sample) return source;
  const { plan: input, scope } = source;
  if (sample.unit === 'PERCENT') return { plan: { kind: 'sample', input, fraction: sample.amount / 100 }, scope };
  const output = scope.variables.flatMap(({ columns }) => columns.map(({ id }) => id));
  return { plan: { kind: 'sort', input, keys: [], limit: BigInt(sample.amount), output }, scope };
}

type JoinNode = Extract<TableExpression, { kind: 'join' }>;

function resolveJoin(node: JoinNode, around: Surroundings): Source {
  const left = resolveFrom(node.left, around);
  const { type } = node;
  if (node.right.kind === 'unnest' || (node.right.kind === 'table' && node.right.names.length > 1)) {
    const unnested =
      node.right.kind === 'unnest'
        ? resolveUnnest(node.right, around, left, type, node.on)
        : unnestPath(node.right, around, left, type, node.on);
    if (unnested) return unnested;
  }
  const right = resolveFrom(node.right, around, left);
  refuseDuplicates(left.scope, right.scope, nameAt(node.right));
  const scope: Scope = { ...left.scope, variables: [...left.scope.variables, ...right.scope.variables] };
  if (node.using) return usingJoin(node, node.using, left, right, scope, around);
  if (!node.on && type !== 'CROSS') {
    fail('syntax_error', node.at, `${type} JOIN takes ON or USING.`);
    return { plan: { kind: 'join', type: 'CROSS', left: left.plan, right: right.plan }, scope };
  }
  const on =
    node.on && condition(resolve(node.on, expressionContext(around, scope, 'JOIN ON clause')), 'JOIN ON clause');
  return { plan: { kind: 'join', type, left: left.plan, right: right.plan, ...(on && { on }) }, scope };
}

/** The offset at which a table is named. */
function nameAt(node: TableExpression): number {
  if (node.kind === 'join') return nameAt(node.right);
  if (node.alias) return node.alias.at;
  return (node.kind === 'table' ? node.names.at(-1)?.at : undefined) ?? node.at;
}

function refuseDuplicates(left: Scope, right: Scope, at: number): void {
  const names = new Set(left.variables.map(({ name }) => name?.toLowerCase()));
  const twice = right.variables.find(({ name }) => name !== undefined && names.has(name.toLowerCase()));
  if (twice)
    fail('invalid_query', at, `Duplicate table alias ${twice.name} in the same FROM clause.`, {
      hint: 'Give one of them another alias.',
    });
}

/** USING joins by columns of the same name, which are one column afterwards. */
function usingJoin(
  { type }: JoinNode,
  names: Name[],
  left: Source,
  right: Source,
  scope: Scope,
  around: Surroundings,
): Source {
  const conditions: Expr[] = [];
  const merged: ScopeColumn[] = [...left.scope.merged];
  const computed: { id: number; value: Expr }[] = [];
  for (const name of names) {
    const [a, b] = [columnOf(left.scope, name), columnOf(right.scope, name)];
    conditions.push(resolveCompare('=', columnExpr(a, name.at), columnExpr(b, name.at), name.at));
    if (type !== 'FULL') merged.push({ ...(type === 'RIGHT' ? b : a), name: a.name });
    else {
      const id = around.state.nextId();
      computed.push({
        id,
        value: call(name.at, a.type, both('coalesce($1, $2)'), [columnExpr(a, name.at), columnExpr(b, name.at)]),
      });
      merged.push({ ...a, id });
    }
  }
  const [only] = conditions;
  const on: Expr =
    conditions.length === 1 && only
      ? only
      : {
          kind: 'logical',
          at: 0,
          type: typeOf('BOOL'),
          op: 'AND',
          operands: conditions.length ? conditions : [literal(0, true)],
        };
  const plan: Plan = { kind: 'join', type, left: left.plan, right: right.plan, on };
  const joined = { ...scope, merged };
  if (computed.length === 0) return { plan, scope: joined };
  const all = scope.variables
    .flatMap(({ columns }) => columns)
    .map((column) => ({ id: column.id, value: columnExpr(column, 0) }));
  return { plan: { kind: 'project', input: plan, columns: [...all, ...computed] }, scope: joined };
}

function columnOf(scope: Scope, { text, at }: Name): ScopeColumn {
  const key = text.toLowerCase();
  const merged = scope.merged.find(({ name }) => name.toLowerCase() === key);
  const found = merged
    ? [merged]
    : scope.variables.flatMap(({ columns }) => columns.filter(({ name }) => name.toLowerCase() === key));
  const [column] = found;
  if (found.length > 1) fail('ambiguous_column', at, `Column ${text} in USING clause is ambiguous.`);
  return column ?? fail('unknown_column', at, `Column ${text} in USING clause not found.`);
}
