import { fail } from '../fault.ts';
import { call, literal } from '../functions/build.ts';
import { limits } from '../limits.ts';
import type { ColumnId, Expr } from '../plan/expressions.ts';
import type { CommonTable, Plan } from '../plan/plans.ts';
import type { CommonTable as CommonTableNode, Query } from '../syntax/queries.ts';
import { typeOf } from '../types/sql-type.ts';
import type { NamedTable } from './context.ts';
import { resolveBody, resolveQuery, type Surroundings } from './query.ts';
import { unite } from './set-operation.ts';

/** The tables of WITH by their names in lower case; each sees those before it. */
export function resolveCommonTables(query: Query, around: Surroundings): ReadonlyMap<string, NamedTable> {
  const known = new Map(around.with);
  const own = new Set<string>();
  for (const node of query.with) {
    const key = node.name.text.toLowerCase();
    if (own.has(key)) fail('invalid_query', node.at, `Duplicate alias ${node.name.text} for WITH subquery.`);
    own.add(key);
    // Tables of WITH do not see the query around them.
    const alone = { state: around.state, with: known };
    const recursive = query.recursive && resolveRecursive(node, key, alone);
    known.set(key, recursive || resolvePlain(node, alone));
  }
  return known;
}

function resolvePlain(node: CommonTableNode, around: Surroundings): NamedTable {
  const { plan, columns } = resolveQuery(node.query, around);
  const table = added(around, { number: 0, read: false, plan, columns: columns.map(({ id }) => id) });
  return { table, columns };
}

function added(around: Surroundings, table: CommonTable): CommonTable {
  const { commonTables } = around.state;
  table.number = commonTables.length + 1;
  commonTables.push(table);
  return table;
}

/** `start UNION ALL step`, where the step reads the table itself; undefined if it does not. */
function resolveRecursive({ name, query }: CommonTableNode, key: string, around: Surroundings): NamedTable | undefined {
  const { body } = query;
  if (body.kind !== 'set' || body.operands.length !== 2 || !body.op.startsWith('UNION')) return undefined;
  if (query.orderBy.length || query.limit || query.with.length) return undefined;
  const [first, second] = body.operands;
  if (!first || !second) return undefined;
  const { nextId } = around.state;
  const start = resolveBody(first, around);
  const steps: NonNullable<NamedTable['steps']> = { count: nextId() };
  const table: CommonTable = { number: 0, read: false, plan: start.plan, columns: [] };
  const named: NamedTable = { table, columns: start.columns, steps };
  const step = resolveBody(second, { ...around, with: new Map([...around.with, [key, named]]) });
  // Otherwise it is an ordinary table, which is resolved as such.
  if (steps.read === undefined) return undefined;
  if (body.op === 'UNION') fail('unsupported_feature', second.at, 'A recursion takes UNION ALL.');
  const united = unite([start, step], [first.at, second.at], body.op);
  if (start.columns.some(({ type }, index) => type.kind !== united.columns[index]?.type.kind)) {
    fail('type_error', second.at, `The steps of ${name.text} have other types than its start.`, {
      hint: 'Cast the columns of the start.',
    });
  }
  const [from, to] = united.inputs;
  if (!from || !to) throw new Error('a recursion has no steps');
  if (to.plan.kind === 'project' && !shows(to.plan.input, steps.read)) {
    fail('unsupported_feature', second.at, `The steps of ${name.text} read it in a subquery, or group its rows.`, {
      hint: `Read ${name.text} in the FROM of the steps, and group outside of the recursion.`,
    });
  }
  table.plan = counted(from.plan, steps.count, literal(first.at, 0n), first.at);
  table.columns = [...from.columns, steps.count];
  const stepCount = nextId();
  const before: Expr = { kind: 'column', at: second.at, type: typeOf('INT64'), id: steps.read };
  table.step = { plan: counted(to.plan, stepCount, nextStep(before), second.at), columns: [...to.columns, stepCount] };
  added(around, table);
  return { table, columns: start.columns };
}

/** Whether a column of a table is available to the selected columns. */
function shows(plan: Plan, id: ColumnId): boolean {
  if (plan.kind === 'common') return plan.columns.some((column) => column.id === id);
  if (plan.kind === 'join') return shows(plan.left, id) || shows(plan.right, id);
  return (plan.kind === 'filter' || plan.kind === 'window' || plan.kind === 'unnest') && shows(plan.input, id);
}

/** A plan with an additional column that counts the steps. */
function counted(plan: Plan, id: ColumnId, value: Expr, at: number): Plan {
  if (plan.kind !== 'project')
    fail(
      'unsupported_feature',
      at,
      'The parts of a recursion are plain SELECTs, without DISTINCT, ORDER BY and LIMIT.',
    );
  return { ...plan, columns: [...plan.columns, { id, value }] };
}

/** The eleventh step fails, as it does on Athena. */
const nextStep = (before: Expr): Expr =>
  call(
    before.at,
    typeOf('INT64'),
    {
      duckdb: `CASE WHEN $1 >= ${limits.recursionSteps} THEN error('a recursion takes at most ${limits.recursionSteps} steps') ELSE $1 + 1 END`,
      trino: `IF($1 >= ${limits.recursionSteps}, CAST('a recursion takes at most ${limits.recursionSteps} steps' AS BIGINT), $1 + 1)`,
    },
    [before],
  );
