import type { ColumnId, Expr } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import { typeOf } from '../types/sql-type.ts';
import { printExpr } from './expression.ts';
import { isPushedTooFar, printRowOrder } from './row-order.ts';
import { printScan } from './scan.ts';
import { spatialFilterOf } from './spatial-filter.ts';
import { printSpatialFilter } from './spatial-filter-text.ts';
import { spatialJoinOf } from './spatial-join.ts';
import { printSpatialJoin } from './spatial-join-text.ts';
import { bounded, boxNames, boxParts, columnName, columnText, type PrintState } from './state.ts';

/** One SELECT under construction: steps are added to it as long as that does not change their meaning. */
export interface Block {
  from: string;
  /** Whether `from` is one table, not a join. */
  single: boolean;
  where: string[];
  /** Absent while all columns of `from` are given. */
  select?: string[];
  group?: string;
  distinct?: boolean;
  order?: string;
  limit?: string;
  columns: ColumnId[];
}

const isOpen = ({ select, group, order, limit }: Block) =>
  select === undefined && !group && !order && limit === undefined;

/**
 * The SQL of a block.
 *
 * @throws Fault for a text that is too long for any engine.
 * @example const text = render({ ...block, select: ['count(*)'] });
 */
export function render({ from, where, select, group, distinct, order, limit }: Block): string {
  const parts = [`SELECT ${distinct ? 'DISTINCT ' : ''}${select?.length ? select.join(', ') : select ? '1' : '*'}`];
  if (from) parts.push(`FROM ${from}`);
  if (where.length) parts.push(`WHERE ${where.join(' AND ')}`);
  if (group) parts.push(`GROUP BY ${group}`);
  if (order) parts.push(`ORDER BY ${order}`);
  if (limit) parts.push(limit);
  return bounded(parts.join(' '));
}

/** A block with its columns by name, where the gate does not accept `*`. */
const named = (block: Block, state: PrintState): Block =>
  isOpen(block) ? { ...block, select: block.columns.flatMap((id) => passed(id, state)) } : block;

/** A block as a table of another SELECT. */
function wrap(block: Block, state: PrintState): Block {
  return { from: `(${render(block)}) AS ${state.nextName('t')}`, single: true, where: [], columns: block.columns };
}

export const opened = (block: Block, state: PrintState) => (isOpen(block) ? block : wrap(block, state));

/** A block as an item of FROM, beside others. */
function asTable(block: Block, state: PrintState): string {
  const bare = isOpen(block) && block.where.length === 0 && block.from !== '';
  if (bare) return block.from;
  const { from } = wrap(named(block, state), state);
  return from;
}

const asSingle = (block: Block, state: PrintState): string =>
  asTable(
    block.single || !isOpen(block) ? block : { ...block, select: block.columns.flatMap((id) => passed(id, state)) },
    state,
  );

/** A column that is passed on under its own name. */
export function passed(id: ColumnId, state: PrintState): string[] {
  const text = state.texts.get(id);
  if (text !== undefined) {
    state.texts.delete(id);
    return [`${text} AS ${columnName(id)}`];
  }
  if (state.points.has(id)) return [`${columnName(id)}x`, `${columnName(id)}y`];
  return [columnName(id), ...(boxParts(state, id) ?? [])];
}

/** A computed column. A stored point stays two columns, and a box is passed on with it. */
function computed(id: ColumnId, value: Expr, state: PrintState): string[] {
  const source = value.kind === 'column' ? (state.renamed.get(value.id) ?? value.id) : undefined;
  const box = source === undefined ? undefined : boxParts(state, source);
  if (box) state.boxed.add(id);
  if (source === undefined || !state.points.has(source)) {
    const sides = box?.map((side, index) => `${side} AS ${boxNames(id)[index]}`) ?? [];
    return [`${printExpr(value, state)} AS ${columnName(id)}`, ...sides];
  }
  state.points.add(id);
  return ['x', 'y'].map((part) => `${columnName(source)}${part} AS ${columnName(id)}${part}`);
}

export function printPlan(plan: Plan, state: PrintState): Block {
  const { dialect } = state;
  switch (plan.kind) {
    case 'row':
      return { from: '', single: true, where: [], columns: [] };
    case 'scan':
      return printScan(plan, state);
    case 'common': {
      const columns = plan.columns.filter(({ id }) => state.used.has(id));
      const select = columns.flatMap(({ id, from }) =>
        computed(id, { kind: 'column', at: 0, type: typeOf('NULL'), id: from }, state),
      );
      const from = `w${plan.table.number}`;
      return wrap({ from, single: true, where: [], select, columns: columns.map(({ id }) => id) }, state);
    }
    case 'join': {
      const spatialJoin = spatialJoinOf(plan, dialect);
      return spatialJoin ? printSpatialJoin(spatialJoin, state) : printJoin(plan, state);
    }
    case 'unnest':
      return printUnnest(plan, state);
    case 'filter': {
      const spatialJoin = spatialJoinOf(plan, dialect);
      if (spatialJoin) return printSpatialJoin(spatialJoin, state);
      const related = spatialFilterOf(plan, dialect);
      if (related) return printSpatialFilter(related, state);
      const block = opened(printPlan(plan.input, state), state);
      return { ...block, where: [...block.where, printExpr(plan.on, state)] };
    }
    case 'sample': {
      const block = opened(printPlan(plan.input, state), state);
      return { ...block, where: [...block.where, `random() < ${plan.fraction}`] };
    }
    case 'aggregate':
      return printAggregation(plan, state);
    case 'window': {
      const block = opened(printPlan(plan.input, state), state);
      const added = plan.windows.flatMap(({ id, value }) => computed(id, value, state));
      const select = [...block.columns.flatMap((id) => passed(id, state)), ...added];
      return { ...block, select, columns: [...block.columns, ...plan.windows.map(({ id }) => id)] };
    }
    case 'project': {
      const block = opened(printPlan(plan.input, state), state);
      const select = plan.columns.flatMap(({ id, value }) => computed(id, value, state));
      return { ...block, select, columns: plan.columns.map(({ id }) => id) };
    }
    case 'distinct': {
      const block = printPlan(plan.input, state);
      const free = block.select !== undefined && !block.order && block.limit === undefined;
      const base = free ? block : { ...wrap(block, state), select: block.columns.flatMap((id) => passed(id, state)) };
      return { ...base, distinct: true };
    }
    case 'sort':
      return printSort(plan, state);
    case 'set': {
      const texts = plan.inputs.map(({ plan: input, columns }) => `(${printPlain(input, columns, state).text})`);
      const op = plan.op.endsWith('ALL') ? plan.op : `${plan.op}${dialect.name === 'trino' ? ' DISTINCT' : ''}`;
      const names = plan.columns.map(columnName).join(', ');
      return {
        from: bounded(`(${texts.join(` ${op} `)}) AS ${state.nextName('t')}(${names})`),
        single: true,
        where: [],
        columns: plan.columns,
      };
    }
  }
}

function printJoin(plan: Extract<Plan, { kind: 'join' }>, state: PrintState): Block {
  const left = printPlan(plan.left, state);
  const right = printPlan(plan.right, state);
  const columns = [...left.columns, ...right.columns];
  const sides = [asTable(left, state), asSingle(right, state)];
  const word = plan.type === 'FULL' ? 'FULL OUTER' : plan.type;
  const on = plan.type === 'CROSS' ? '' : ` ON ${plan.on ? printExpr(plan.on, state) : 'TRUE'}`;
  return {
    from: bounded(`${sides[0] || '(SELECT 1)'} ${word} JOIN ${sides[1]}${on}`),
    single: false,
    where: [],
    columns,
  };
}

function printUnnest(plan: Extract<Plan, { kind: 'unnest' }>, state: PrintState): Block {
  const { dialect } = state;
  const input = printPlan(plan.input, state);
  const names = {
    table: state.nextName('u'),
    element: columnName(plan.element),
    offset: plan.offset === undefined ? undefined : columnName(plan.offset),
  };
  if (plan.offset !== undefined) {
    const text = dialect.offset(columnName(plan.offset));
    if (text !== columnName(plan.offset)) state.texts.set(plan.offset, text);
  }
  const columns = [...input.columns, plan.element, ...(plan.offset === undefined ? [] : [plan.offset])];
  if (dialect.elements && plan.input.kind !== 'row' && !plan.outer) {
    const block = opened(input, state);
    const elements = dialect.elements(printExpr(plan.array, state), names);
    const select = [...input.columns.flatMap((id) => passed(id, state)), ...elements];
    const rows = wrap({ ...block, select, columns }, state);
    return plan.on ? { ...rows, where: [printExpr(plan.on, state)] } : rows;
  }
  const left = plan.input.kind === 'row' ? '' : asTable(input, state);
  const array = printExpr(plan.array, state);
  const on = plan.on && printExpr(plan.on, state);
  const from = dialect.unnest(left, array, names, plan.outer, plan.outer ? on : undefined);
  return { from: bounded(from), single: left === '', where: on && !plan.outer ? [on] : [], columns };
}

function printAggregation(plan: Extract<Plan, { kind: 'aggregate' }>, state: PrintState): Block {
  let block = opened(printPlan(plan.input, state), state);
  const columns = [...plan.keys.map(({ id }) => id), ...plan.aggregates.map(({ id }) => id)];
  if (plan.sets) {
    // Grouping sets refer to columns, so their expressions are computed first.
    const keys = plan.keys.flatMap(({ id, value }) => computed(id, value, state));
    block = wrap({ ...block, select: [...block.columns.flatMap((id) => passed(id, state)), ...keys] }, state);
  }
  const keys = plan.sets
    ? plan.keys.map(({ id }) => columnName(id))
    : plan.keys.flatMap(({ id, value }) => computed(id, value, state));
  const aggregates = plan.aggregates.map(({ id, value }) => `${printExpr(value, state)} AS ${columnName(id)}`);
  const sets = plan.sets?.map((set) => `(${set.map(columnName).join(', ')})`).join(', ');
  const group = sets ? `GROUPING SETS (${sets})` : plan.keys.map((_, index) => index + 1).join(', ');
  const select = [...keys, ...aggregates];
  return { ...block, select, columns, group: group || (aggregates.length ? '' : '()') };
}

function printSort(plan: Extract<Plan, { kind: 'sort' }>, state: PrintState): Block {
  let block = printPlan(plan.input, state);
  const simple = plan.keys.every(({ value }) => value.kind === 'column');
  const given =
    block.columns.length === plan.output.length && block.columns.every((id, index) => id === plan.output[index]);
  const free = block.select !== undefined && !block.group && !block.order && block.limit === undefined;
  if (!(free && simple && given) || isPushedTooFar(plan, state)) {
    block = wrap(named(block, state), state);
    block = { ...block, select: plan.output.flatMap((id) => passed(id, state)), columns: plan.output };
  }
  const limit = state.dialect.limit(plan.limit, plan.offset);
  const order = plan.keys.length ? printRowOrder(plan, state) : undefined;
  return { ...block, ...(order !== undefined && { order }), ...(limit && { limit }) };
}

/** All rows and columns of a plan, as a table of WITH. */
export const printTable = (plan: Plan, state: PrintState): string => render(named(printPlan(plan, state), state));

/** The rows with exactly these columns, each one value; and their order, if they have one. */
export function printPlain(
  plan: Plan,
  output: readonly ColumnId[],
  state: PrintState,
): { text: string; order: string | undefined } {
  const block = printPlan(plan, state);
  const { order } = block;
  const same =
    block.select !== undefined &&
    block.columns.length === output.length &&
    block.columns.every((id, index) => id === output[index]);
  if (same && !output.some((id) => state.points.has(id) || state.boxed.has(id))) return { text: render(block), order };
  if (plan.kind === 'sort') return { text: printSorted(plan, (id) => columnText(state, id), output, state), order };
  const outer = opened(block, state);
  return {
    text: render({ ...outer, select: output.map((id) => `${columnText(state, id)} AS ${columnName(id)}`) }),
    order,
  };
}

/** The rows as they leave the engine, in order. */
export function printOutput(
  plan: Plan,
  output: readonly ColumnId[],
  convert: (id: ColumnId) => string,
  state: PrintState,
): string {
  if (plan.kind === 'sort') return printSorted(plan, convert, output, state);
  const block = opened(printPlan(plan, state), state);
  return render({ ...block, select: output.map((id) => `${convert(id)} AS ${columnName(id)}`) });
}

/** Only the outermost SELECT keeps an order, so conversions of columns must be part of it. */
function printSorted(
  plan: Extract<Plan, { kind: 'sort' }>,
  convert: (id: ColumnId) => string,
  output: readonly ColumnId[],
  state: PrintState,
): string {
  const inner = printPlan(plan.input, state);
  const block = wrap(named(inner, state), state);
  const limit = state.dialect.limit(plan.limit, plan.offset);
  return render({
    ...block,
    select: output.map((id) => {
      const text = convert(id);
      // A name in ORDER BY refers to the result first, and converted values have another order.
      return `${text} AS ${text === columnText(state, id) ? columnName(id) : `r${id}`}`;
    }),
    ...(plan.keys.length && { order: printRowOrder(plan, state) }),
    ...(limit && { limit }),
  });
}
