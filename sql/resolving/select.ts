import { fail } from '../fault.ts';
import type { Expr, SortKey, WindowCall } from '../plan/expressions.ts';
import type { Computed, Plan } from '../plan/plans.ts';
import { exprKey, hasPart, mapParts } from '../plan/walk.ts';
import type { Query, Select } from '../syntax/queries.ts';
import { isComparable, structOf } from '../types/sql-type.ts';
import { columnExpr } from './access.ts';
import { sortKey } from './aggregate-call.ts';
import { condition } from './coercion.ts';
import type { ExpressionContext, Resolved } from './context.ts';
import { requireOrderable, resolve } from './expression.ts';
import { resolveFrom } from './from.ts';
import { groupRows, mapAll, type Parts } from './grouping.ts';
import { expressionContext, ordinalColumn, type Surroundings, sorted } from './query.ts';
import { emptyScope, type Scope } from './scope.ts';
import { type Item, resolveItems } from './select-list.ts';

/** One SELECT, with the ORDER BY and LIMIT of its query, which see its tables. */
export function resolveSelect(select: Select, around: Surroundings, query?: Query): Resolved {
  const { state } = around;
  const from: { plan: Plan; scope: Scope } = select.from
    ? resolveFrom(select.from, around)
    : { plan: { kind: 'row' }, scope: emptyScope(around.outer) };
  const { scope } = from;
  let { plan } = from;
  const base = expressionContext(around, scope, 'WHERE clause');
  if (select.where) plan = { kind: 'filter', input: plan, on: condition(resolve(select.where, base), 'WHERE clause') };

  const namedWindows = new Map(select.windows.map(({ name, window }) => [name.text.toLowerCase(), window]));
  const inList: ExpressionContext = { ...base, clause: 'SELECT list', aggregates: true, windows: true, namedWindows };
  const items = resolveItems(select, inList);
  const aliases = aliasesOf(items);
  const after: ExpressionContext = { ...inList, scope: { ...scope, aliases } };
  const having =
    select.having &&
    condition(resolve(select.having, { ...after, windows: false, clause: 'HAVING clause' }), 'HAVING clause');
  const qualify =
    select.qualify && condition(resolve(select.qualify, { ...after, clause: 'QUALIFY clause' }), 'QUALIFY clause');
  const hasWindow = [...items.map(({ value }) => value), ...(qualify ? [qualify] : [])].some((value) =>
    hasPart(value, 'window'),
  );
  if (select.qualify && !hasWindow) {
    fail('invalid_query', select.qualify.at, 'The QUALIFY clause requires an analytic function to be present.');
  }
  const order = (query?.orderBy ?? []).map((key) => {
    const ordinal = ordinalColumn(key.value, items, 'ORDER BY');
    const value = ordinal
      ? { ...ordinal.value, at: key.at }
      : resolve(key.value, { ...after, clause: 'ORDER BY clause' });
    return sortKey(key, value);
  });

  const aggregated = [...items.map(({ value }) => value), ...(having ? [having] : [])].some((value) =>
    hasPart(value, 'aggregate'),
  );
  if (!select.groupBy && !aggregated && order.some(({ value }) => hasPart(value, 'aggregate'))) {
    fail(
      'invalid_query',
      query?.orderAt ?? select.at,
      'ORDER BY takes an aggregate function only with GROUP BY or aggregation in the SELECT list.',
    );
  }
  const parts: Parts = { items: items.map(({ value }) => value), having, qualify, order };
  const grouped = groupRows(select, plan, parts, { context: base, items, aliases });
  plan = grouped.plan;
  if (grouped.parts.having) plan = { kind: 'filter', input: plan, on: grouped.parts.having };
  const windowed = computeWindows(plan, grouped.parts, state.nextId);
  plan = windowed.plan;
  if (windowed.parts.qualify) plan = { kind: 'filter', input: plan, on: windowed.parts.qualify };
  return output(select, items, windowed.parts, { plan, scope }, query, around);
}

function aliasesOf(items: readonly Item[]): ReadonlyMap<string, Expr[]> {
  const aliases = new Map<string, Expr[]>();
  for (const { name, value, named } of items) {
    if (!named || name === '') continue;
    const key = name.toLowerCase();
    const same = aliases.get(key) ?? [];
    if (!same.some((known) => exprKey(known) === exprKey(value))) same.push(value);
    aliases.set(key, same);
  }
  return aliases;
}

/** Window functions become columns of a separate step; equal ones are computed once. */
function computeWindows(input: Plan, parts: Parts, nextId: () => number): { plan: Plan; parts: Parts } {
  const windows: Computed<WindowCall>[] = [];
  const byKey = new Map<string, number>();
  const replace = (expr: Expr): Expr => {
    if (expr.kind !== 'window') return mapParts(expr, replace);
    const key = exprKey(expr);
    const id = byKey.get(key) ?? nextId();
    if (!byKey.has(key)) windows.push({ id, value: expr });
    byKey.set(key, id);
    return { kind: 'column', at: expr.at, type: expr.type, id };
  };
  const replaced = mapAll(parts, replace);
  return windows.length ? { plan: { kind: 'window', input, windows }, parts: replaced } : { plan: input, parts };
}

function output(
  select: Select,
  items: readonly Item[],
  parts: Parts,
  { plan: input, scope }: { plan: Plan; scope: Scope },
  query: Query | undefined,
  around: Surroundings,
): Resolved {
  const { state } = around;
  const made = select.asStruct ? asStruct(items, parts.items, select.at) : undefined;
  const values = made ? [made] : parts.items;
  const names = made ? [''] : items.map(({ name }) => name);
  const columns = values.map((value, index) => ({ id: state.nextId(), name: names[index] ?? '', type: value.type }));
  const computed: Computed[] = values.map((value, index) => ({ id: columns[index]?.id ?? 0, value }));
  const keys = parts.order.map((key) => ({ ...key, value: sortColumn(key, computed, select, scope, state.nextId) }));
  let plan: Plan = { kind: 'project', input, columns: computed };
  if (select.distinct) {
    const wrong = values.find(
      (value, index) => !isComparable(value.type) && !(items[index]?.starred && isStoredPlain(value, input)),
    );
    if (wrong) {
      fail('type_error', wrong.at, `SELECT DISTINCT is not defined for values of type ${wrong.type.kind}.`, {
        hint: 'Name the columns; ST_ASTEXT(geometry) and TO_JSON_STRING of an array can replace them.',
      });
    }
    plan = { kind: 'distinct', input: plan };
  }
  plan = sorted(plan, keys, columns, query ?? {}, around);
  return { plan, columns, values };
}

/**
 * Clients of other services write `SELECT DISTINCT *` over points. Among the columns of a star, both engines can
 * compare points stored as degrees and lists of plain values.
 */
function isStoredPlain(value: Expr, plan: Plan): boolean {
  if (plan.kind === 'filter') return isStoredPlain(value, plan.input);
  if (plan.kind !== 'scan' || value.kind !== 'column') return false;
  const { stored, type } = plan.table.columns[plan.columns.find(({ id }) => id === value.id)?.index ?? -1] ?? {};
  return type?.kind === 'ARRAY' ? isComparable(type.element) : stored !== undefined && 'longitude' in stored;
}

/** The column of a sort key: one of the SELECT list, or an additional one; DISTINCT allows no additional column. */
function sortColumn(key: SortKey, computed: Computed[], select: Select, scope: Scope, nextId: () => number): Expr {
  requireOrderable(key.value, 'ORDER BY');
  if (select.distinct) return inTermsOf(key.value, computed, scope);
  const wanted = exprKey(key.value);
  const id = computed.find(({ value }) => exprKey(value) === wanted)?.id ?? nextId();
  if (!computed.some((column) => column.id === id)) computed.push({ id, value: key.value });
  return columnExpr({ id, type: key.value.type, name: '' }, key.value.at);
}

function inTermsOf(expr: Expr, computed: readonly Computed[], scope: Scope): Expr {
  const wanted = exprKey(expr);
  const same = computed.find(({ value }) => exprKey(value) === wanted);
  if (same) return columnExpr({ id: same.id, type: expr.type, name: '' }, expr.at);
  if (expr.kind === 'column' && !scope.outer?.used.has(expr.id)) {
    fail(
      'invalid_query',
      expr.at,
      'ORDER BY clause expression references a column which is not visible after SELECT DISTINCT.',
    );
  }
  return mapParts(expr, (part) => inTermsOf(part, computed, scope));
}

const asStruct = (items: readonly Item[], values: Expr[], at: number): Expr => ({
  kind: 'struct',
  at,
  type: structOf(values.map((value, index) => ({ name: items[index]?.name ?? '', type: value.type }))),
  fields: values,
});
