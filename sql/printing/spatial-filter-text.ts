import { type Block, opened, printPlan } from './block.ts';
import { printExpr } from './expression.ts';
import type { SpatialFilter } from './spatial-filter.ts';
import { askingRows, given, indexedRows, numberedRows, partnersOf } from './spatial-join-text.ts';
import { bounded, type PrintState } from './state.ts';

/** A spatial filter, which only tests whether rows of the left have partners. */
export function printSpatialFilter(filter: SpatialFilter, state: PrintState): Block {
  if (filter.others.length > 0) return printPairFilter(filter, state);
  const { first, second, isLeftAsking, isWithout } = filter;
  const left = opened(printPlan(filter.left, state), state);
  const right = opened(printPlan(filter.right, state), state);
  const [asking, indexed] = isLeftAsking ? [left, right] : [right, left];
  const [question, answer] = first.isLeft === isLeftAsking ? [first, second] : [second, first];
  const { table, number, rows, index } = indexedRows(filter, answer, indexed, state);
  const partner = state.nextName('k');
  const [from, kept] = isLeftAsking
    ? [askingRows(asking, question, index, state), `f ${isWithout ? 'IS NULL' : 'IS NOT NULL'}`]
    : [
        table,
        `${number} ${isWithout ? 'NOT IN' : 'IN'} (SELECT ${partner} FROM ${partnersOf(asking, question, { index, partner, isKept: false }, state)})`,
      ];
  const select = given(left, state).join(', ') || '1';
  const text = `WITH ${table} AS MATERIALIZED (${rows}) SELECT ${select} FROM ${from} WHERE ${kept}`;
  return { from: bounded(`(${text}) AS ${state.nextName('t')}`), single: true, where: [], columns: left.columns };
}

/** A filter with further conditions on pairs: rows of the left are numbered, and selected by the numbers in a join. */
function printPairFilter(filter: SpatialFilter, state: PrintState): Block {
  const { first, second, isLeftAsking, isWithout, others } = filter;
  const left = opened(printPlan(filter.left, state), state);
  const right = opened(printPlan(filter.right, state), state);
  const [question, answer] = first.isLeft === isLeftAsking ? [first, second] : [second, first];
  const own = isLeftAsking ? numberedRows(left, state) : undefined;
  const indexed = indexedRows(filter, answer, isLeftAsking ? right : left, state);
  const { table, number } = own ?? indexed;
  const asking: Block = own ? { from: own.table, single: true, where: [], columns: left.columns } : right;
  const partner = state.nextName('k');
  const more = own ? [own.number] : [];
  const asked = partnersOf(asking, question, { index: indexed.index, partner, isKept: false, more }, state);
  const on = [`${partner} = ${indexed.number}`, ...others.map((one) => printExpr(one, state))].join(' AND ');
  const pairs = `SELECT ${number} FROM ${asked} JOIN ${indexed.table} AS ${state.nextName('t')} ON ${on}`;
  const tables = (own ? [own, indexed] : [indexed]).map((one) => `${one.table} AS MATERIALIZED (${one.rows})`);
  const select = given(left, state).join(', ') || '1';
  const text = `WITH ${tables.join(', ')} SELECT ${select} FROM ${table} WHERE ${number} ${isWithout ? 'NOT IN' : 'IN'} (${pairs})`;
  return { from: bounded(`(${text}) AS ${state.nextName('t')}`), single: true, where: [], columns: left.columns };
}
