import { type CatalogueTable, converted } from '../catalogue.ts';
import type { Plan } from '../plan/plans.ts';
import { typeOf } from '../types/sql-type.ts';
import type { Block } from './block.ts';
import { quoted, quotedText } from './dialect.ts';
import { boxNames, columnName, type PrintState } from './state.ts';

/**
 * The only function that prints a stored table: always with the values that bind its rows to their owner, and without
 * excluded rows.
 */
export function printScan({ table, columns }: Extract<Plan, { kind: 'scan' }>, state: PrintState): Block {
  const read = columns.filter(({ id }) => state.used.has(id));
  const select = read.flatMap(({ id, index }) => {
    const column = table.columns[index];
    if (!column) throw new Error('a table has no such column');
    const { stored, type } = column;
    const name = columnName(id);
    if ('longitude' in stored) {
      state.points.add(id);
      return [`${quoted(stored.longitude)} AS ${name}x`, `${quoted(stored.latitude)} AS ${name}y`];
    }
    const text = quoted(stored.column);
    const shown = stored.as ? converted(text, stored.as) : text;
    const value = `${type.kind === 'GEOGRAPHY' ? state.dialect.fromWkb(text) : shown} AS ${name}`;
    if (!stored.box) return [value];
    state.boxed.add(id);
    const { west, south, east, north } = stored.box;
    const names = boxNames(id);
    return [value, ...[west, south, east, north].map((column, side) => `${quoted(column)} AS ${names[side]}`)];
  });
  const only = Object.entries(table.only).map(([column, value]) => `${quoted(column)} = ${quotedText(value)}`);
  const listed = [...lists(table.except, 'NOT IN'), ...lists(table.among, 'IN')];
  const absent = (table.without ?? []).map((column) => `${quoted(column)} IS NULL`);
  const bound = [...only, ...absent, ...listed, ...ofRevision(table, state), ...range(table, state)].join(' AND ');
  const where = bound && ` WHERE ${bound}`;
  const from = `(SELECT ${select.join(', ') || '1 AS c0'} FROM ${table.stored.map(quoted).join('.')}${where}) AS ${state.nextName('t')}`;
  return { from, single: true, where: [], columns: read.map(({ id }) => id) };
}

/** A list without values matches no value. */
function lists(columns: Readonly<Record<string, readonly string[]>> = {}, word: string): string[] {
  return Object.entries(columns).map(
    ([column, values]) =>
      `${quoted(column)} ${word} (${(values.length > 0 ? values : ['']).map(quotedText).join(', ')})`,
  );
}

function ofRevision({ revision }: CatalogueTable, { dialect }: PrintState): string[] {
  if (revision === undefined) return [];
  if (!dialect.isOfRevision) throw new Error(`${dialect.name} does not know the names of files`);
  return [dialect.isOfRevision(revision)];
}

function range({ within }: CatalogueTable, { dialect }: PrintState): string[] {
  if (!within) return [];
  const instant = (milliseconds: number) => {
    const value = `${new Date(milliseconds).toISOString().slice(0, -1).replace('T', ' ')}000`;
    return dialect.literal({ kind: 'literal', at: 0, type: typeOf('TIMESTAMP'), value });
  };
  const column = quoted(within.column);
  return [
    ...(within.start === undefined ? [] : [`${column} >= ${instant(within.start)}`]),
    ...(within.end === undefined ? [] : [`${column} <= ${instant(within.end)}`]),
  ];
}
