import { fail } from '../fault.ts';
import type { Aggregate, ColumnId, Expr, SortKey } from '../plan/expressions.ts';
import type { Computed, Plan } from '../plan/plans.ts';
import { exprKey, hasPart, mapParts } from '../plan/walk.ts';
import type { Expression } from '../syntax/expressions.ts';
import type { Select } from '../syntax/queries.ts';
import type { ExpressionContext } from './context.ts';
import { requireComparable, resolve } from './expression.ts';
import { ordinalColumn } from './query.ts';
import type { Item } from './select-list.ts';

interface Around {
  context: ExpressionContext;
  items: readonly Item[];
  aliases: ReadonlyMap<string, Expr[]>;
}

/**
 * Groups the rows, and rewrites the expressions after grouping in terms of keys and aggregates; unchanged without
 * grouping.
 */
export function groupRows(select: Select, input: Plan, parts: Parts, around: Around): { plan: Plan; parts: Parts } {
  const all = [
    ...parts.items,
    ...(parts.having ? [parts.having] : []),
    ...(parts.qualify ? [parts.qualify] : []),
    ...parts.order.map(({ value }) => value),
  ];
  const isGrouped = select.groupBy !== undefined || all.some((expr) => hasPart(expr, 'aggregate'));
  if (!isGrouped) {
    if (select.having)
      fail('invalid_query', select.having.at, 'The HAVING clause requires GROUP BY or aggregation to be present.');
    return { plan: input, parts };
  }
  const { state } = around.context;
  // A repeated key is the same key: a set with it keeps the same column.
  const written = groupKeys(select, around);
  const values = [...new Map(written.map((value) => [exprKey(value), value])).values()];
  const keys: Computed[] = values.map((value) => ({ id: state.nextId(), value }));
  const grouping = new Grouping(
    keys,
    state.nextId,
    select.groupBy?.sets !== undefined,
    around.context.scope.outer?.used ?? new Set(),
  );
  const changed = mapAll(parts, (expr) => grouping.rewrite(expr));
  const sets = select.groupBy?.sets?.map((set) => [
    ...new Set(set.map((index) => grouping.keyOf(written[index])?.id ?? 0)),
  ]);
  const plan: Plan = { kind: 'aggregate', input, keys, aggregates: grouping.aggregates, ...(sets && { sets }) };
  return { plan, parts: changed };
}

function groupKeys({ groupBy }: Select, { context, items, aliases }: Around): Expr[] {
  if (!groupBy) return [];
  if (groupBy.all)
    return items
      .map(({ value }) => value)
      .filter((value) => !hasPart(value, 'aggregate') && !hasPart(value, 'window') && value.kind !== 'literal');
  return groupBy.keys.map((node) => {
    const value = { ...groupKey(node, context, items, aliases), at: node.at };
    if (hasPart(value, 'aggregate')) fail('invalid_query', node.at, 'Aggregate functions are not allowed in GROUP BY.');
    if (hasPart(value, 'window')) fail('invalid_query', node.at, 'Analytic functions are not allowed in GROUP BY.');
    requireComparable(value, 'GROUP BY');
    if (value.type.kind === 'STRUCT') fail('type_error', node.at, 'GROUP BY is not defined for values of type STRUCT.');
    return value;
  });
}

/** A number, or a name of the SELECT list, refers to a column of the SELECT list. */
function groupKey(
  node: Expression,
  context: ExpressionContext,
  items: readonly Item[],
  aliases: ReadonlyMap<string, Expr[]>,
): Expr {
  const ordinal = ordinalColumn(node, items, 'GROUP BY');
  if (ordinal) return ordinal.value;
  const [name, ...rest] = node.kind === 'path' ? node.names : [];
  const aliased = name && rest.length === 0 ? aliases.get(name.text.toLowerCase()) : undefined;
  if (name && aliased && aliased.length > 1)
    fail('ambiguous_column', name.at, `Column name ${name.text} is ambiguous.`);
  return aliased?.[0] ?? resolve(node, { ...context, clause: 'GROUP BY' });
}

class Grouping {
  readonly aggregates: Computed<Aggregate>[] = [];
  private readonly keys = new Map<string, Computed>();
  private readonly known = new Map<string, ColumnId>();
  private readonly columns = new Map<ColumnId, ColumnId>();
  private readonly nextId: () => ColumnId;
  private readonly hasSets: boolean;
  /** Columns of the outer query, which stay unchanged. */
  private readonly outside: { has(id: ColumnId): boolean };

  constructor(
    keys: readonly Computed[],
    nextId: () => ColumnId,
    hasSets: boolean,
    outside: { has(id: ColumnId): boolean },
  ) {
    this.nextId = nextId;
    this.hasSets = hasSets;
    this.outside = outside;
    for (const key of keys) {
      this.keys.set(exprKey(key.value), key);
      if (key.value.kind === 'column') this.columns.set(key.value.id, key.id);
    }
  }

  keyOf(value: Expr | undefined): Computed | undefined {
    return value && this.keys.get(exprKey(value));
  }

  /** Replaces keys and aggregates by columns; any other column varies within a group, and is an error. */
  rewrite(expr: Expr): Expr {
    const { at, type } = expr;
    if (expr.kind === 'aggregate')
      return expr.name === 'GROUPING' ? this.rewriteGrouping(expr) : this.aggregateColumn(expr);
    if (expr.kind === 'literal' && !this.hasSets) return expr;
    const grouped = this.keyOf(expr);
    if (grouped) return { kind: 'column', at, type, id: grouped.id };
    if (expr.kind === 'column') {
      if (this.outside.has(expr.id)) return expr;
      return fail(
        'invalid_query',
        at,
        'SELECT list expression references a column which is neither grouped nor aggregated.',
      );
    }
    if (expr.kind === 'subquery')
      return this.rewriteSubquery(mapParts(expr, (part) => this.rewrite(part)) as typeof expr);
    return mapParts(expr, (part) => this.rewrite(part));
  }

  /** Whether a row is grouped by a key is known from its column; without grouping sets, by every key. */
  private rewriteGrouping(expr: Aggregate): Expr {
    const { at, type } = expr;
    const [asked] = expr.args;
    const key = this.keyOf(asked);
    if (!key) fail('invalid_query', at, 'GROUPING must have an argument that exists within the GROUP BY clause.');
    if (!this.hasSets) return { kind: 'literal', at, type, value: 0n };
    return this.aggregateColumn({
      ...expr,
      args: [{ kind: 'column', at, type: key.value.type, id: key.id }],
    });
  }

  private aggregateColumn(value: Aggregate): Expr {
    const key = exprKey(value);
    const id = this.known.get(key) ?? this.nextId();
    if (!this.known.has(key)) this.aggregates.push({ id, value });
    this.known.set(key, id);
    return { kind: 'column', at: value.at, type: value.type, id };
  }

  private rewriteSubquery(expr: Extract<Expr, { kind: 'subquery' }>): Expr {
    const outer = new Map(expr.outer);
    for (const [inner, id] of outer) {
      const column = this.columns.get(id);
      if (column !== undefined) outer.set(inner, column);
      else if (!this.outside.has(id))
        fail('invalid_query', expr.at, 'The subquery reads a column which is neither grouped nor aggregated.');
    }
    return { ...expr, outer };
  }
}

/** The expressions of a SELECT that are computed after grouping. */
export interface Parts {
  items: Expr[];
  having: Expr | undefined;
  qualify: Expr | undefined;
  order: SortKey[];
}

export const mapAll = (parts: Parts, change: (expr: Expr) => Expr): Parts => ({
  items: parts.items.map(change),
  having: parts.having && change(parts.having),
  qualify: parts.qualify && change(parts.qualify),
  order: parts.order.map((key) => ({ ...key, value: change(key.value) })),
});
