import { spatialFunctions } from '../geography/spatial-functions.ts';
import { type Block, opened, passed, printPlan, render } from './block.ts';
import { printExpr } from './expression.ts';
import type { SpatialJoin, SpatialRelation, SpatialSide } from './spatial-join.ts';
import { bounded, boxParts, type PrintState, pointParts } from './state.ts';

/**
 * A spatial join for DuckDB: an index of one side's geographies returns the numbers of the partners of each row of the
 * other side, by which the tables are joined.
 */
export function printSpatialJoin(join: SpatialJoin, state: PrintState): Block {
  const { isLeftAsking, first, second, type } = join;
  const left = opened(printPlan(join.left, state), state);
  const right = opened(printPlan(join.right, state), state);
  const columns = [...left.columns, ...right.columns];
  const [asking, indexed] = isLeftAsking ? [left, right] : [right, left];
  const [question, answer] = first.isLeft === isLeftAsking ? [first, second] : [second, first];
  const isKept = type === 'FULL' || type === (isLeftAsking ? 'LEFT' : 'RIGHT');
  const { table, number, rows, index } = indexedRows(join, answer, indexed, state);
  const partner = state.nextName('k');
  const asked = partnersOf(asking, question, { index, partner, isKept }, state);
  const sides = [asked, `${table} AS ${state.nextName('t')}`];
  const from = (isLeftAsking ? sides : sides.reverse()).join(` ${words[type]} JOIN `);
  const on = [`${partner} = ${number}`, ...join.others.map((one) => printExpr(one, state))].join(' AND ');
  const select = columns.flatMap((id) => passed(id, state)).join(', ') || '1';
  const text = `WITH ${table} AS MATERIALIZED (${rows}) SELECT ${select} FROM ${from} ON ${on}`;
  return { from: bounded(`(${text}) AS ${state.nextName('t')}`), single: true, where: [], columns };
}

/** The rows of one side with numbers, as a table of WITH. */
export function numberedRows(block: Block, state: PrintState) {
  const number = state.nextName('n');
  // Names that differ from those of other tables of WITH, whose numbers have no leading zero.
  const table = `w0${state.nextName('')}`;
  const rows = render({
    ...block,
    select: [...given(block, state), `CAST(row_number() OVER () AS INTEGER) AS ${number}`],
  });
  return { table, number, rows };
}

/** Numbered rows, and the index of their table. */
export function indexedRows(relation: SpatialRelation, answer: SpatialSide, block: Block, state: PrintState) {
  const numbered = numberedRows(block, state);
  const { table, number } = numbered;
  const index = `(SELECT ${indexOf(relation, answer, number, state)} AS h FROM ${table}) AS ${state.nextName('t')}`;
  return { ...numbered, index };
}

const words = { INNER: 'INNER', CROSS: 'INNER', LEFT: 'LEFT', RIGHT: 'RIGHT', FULL: 'FULL OUTER' };

export const given = ({ columns }: Block, state: PrintState): string[] => columns.flatMap((id) => passed(id, state));

function indexOf(
  { relation, metres, reach, first }: SpatialRelation,
  { value, isLeft }: SpatialSide,
  number: string,
  state: PrintState,
) {
  const isFirst = first.isLeft === isLeft ? 'TRUE' : 'FALSE';
  const box = value.kind === 'column' ? boxParts(state, value.id) : undefined;
  const sides = box ? `flatten(list([${box.join(', ')}]))` : 'CAST([] AS DOUBLE[])';
  const lists = `list(${number}), list(${printExpr(value, state)}), ${sides}`;
  const max = reach ? `list(${printExpr(reach.value, state)})` : `[${state.dialect.number(metres)}]`;
  return `${spatialFunctions.index}(${lists}, '${relation}', ${isFirst}, ${max})`;
}

interface Partners {
  /** The table of the index. */
  index: string;
  /** The column with the number of a partner. */
  partner: string;
  /** Whether rows without partners are kept. */
  isKept: boolean;
  /** Additional columns besides those of the plan. */
  more?: readonly string[];
}

/** The querying rows, each with the answer of the index. */
export function askingRows(
  block: Block,
  { value }: SpatialSide,
  index: string,
  state: PrintState,
  more: readonly string[] = [],
): string {
  const own = value.kind === 'column' ? pointParts(state, value.id) : undefined;
  const found = own
    ? `${spatialFunctions.ofPoint}(h, ${own.x}, ${own.y})`
    : `${spatialFunctions.ofShape}(h, ${printExpr(value, state)})`;
  const select = ['h', ...given(block, state), ...more, `${found} AS f`];
  const rows = render({ ...block, from: `${block.from} CROSS JOIN ${index}`, select });
  return `(${rows}) AS ${state.nextName('t')}`;
}

/** The querying rows, each repeated for every partner. */
export function partnersOf(
  block: Block,
  question: SpatialSide,
  { index, partner, isKept, more = [] }: Partners,
  state: PrintState,
): string {
  const rows = askingRows(block, question, index, state, more);
  const none = isKept ? '[CAST(NULL AS INTEGER)]' : 'CAST([] AS INTEGER[])';
  const numbers = `CASE WHEN f IS NULL THEN ${none} WHEN f >= 0 THEN [f] ELSE ${spatialFunctions.several}(h, f) END`;
  const columns = [...given(block, state), ...more, `unnest(${numbers}) AS ${partner}`].join(', ');
  return bounded(`(SELECT ${columns} FROM ${rows}) AS ${state.nextName('t')}`);
}
