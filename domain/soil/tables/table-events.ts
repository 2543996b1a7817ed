import type { RawDepth, RawEvent, RawPlaces, RawSample } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';
import type { CellAccount } from './cell-account.ts';
import type { SampleRole } from './column-roles.ts';
import { dateOrderOf } from './dates.ts';
import { decimalOf } from './decimals.ts';
import { assumedDepthUnit } from './depths.ts';
import { isLong } from './families.ts';
import { otherKindOf, otherThanSoil } from './kinds.ts';
import { factsOf } from './row-facts.ts';
import { type CellReading, type RowContext, type RowResult, resultColumns, resultsOf } from './row-results.ts';
import { type RowSample, sampleOf } from './row-sample.ts';
import { columnOf, type SheetColumn, type SheetRow, type Table } from './sheet.ts';

/** Decides by all tables of a file how its numbers and dates are to be read. */
export function cellReadingOf(tables: Table[], delimiter: string, log: WarningLog): CellReading {
  const file = tables[0]?.sheet.file;
  const { decimal, mixed } = decimalOf(cellsOf(tables, isNumeric), delimiter);
  if (mixed !== undefined) log.add('mixedDecimals', file, mixed);
  const { order, doubt } = dateOrderOf(cellsOf(tables, isDate), decimal);
  if (doubt) log.add(doubt.kind === 'ambiguous' ? 'ambiguousDate' : 'contradictoryDates', file, doubt.example);
  return { decimal, order };
}

const isNumeric = ({ role }: SheetColumn) =>
  role === undefined || role === 'value' || role === 'longitude' || role === 'latitude';
const dates: (SampleRole | undefined)[] = ['date', 'otherDate', 'receivedDate', 'processedDate'];
const isDate = ({ role }: SheetColumn) => dates.includes(role);

function* cellsOf(tables: Table[], isMeant: (column: SheetColumn) => boolean): Generator<string> {
  for (const { columns, body } of tables) {
    const indexes = columns.filter(isMeant).map(({ index }) => index);
    for (const { cells } of body) for (const index of indexes) yield cells[index] ?? '';
  }
}

/** The samples of a table, in events by day, names and laboratory. */
export function tableEvents(
  table: Table,
  format: string,
  cells: CellReading,
  account: CellAccount,
  log: WarningLog,
): RawEvent[] {
  const { file } = table.sheet;
  claimHeader(table, account);
  const foreign = otherThanSoil(table);
  if (foreign !== undefined) {
    log.add('notSoil', file, foreign, table.body.length);
    for (const { index } of table.body) account.leaveRow(index, 'rowOfNoSample', foreign);
    return [];
  }
  const context: RowContext = { cells, account, log, sheet: table.sheet.name };
  const columns = resultColumns(table);
  const depthUnit = assumedDepthUnit(table);
  const events = new Map<string, RawEvent>();
  const open = new Map<string, RawSample>();
  const said = new Map<string, Set<string>>();
  let above: RowSample | undefined;
  for (const [number, row] of table.body.entries()) {
    const other = otherKindOf(table, row.cells);
    if (other !== undefined) {
      log.add('notSoil', file, other);
      account.leaveRow(row.index, 'rowOfNoSample', other);
      continue;
    }
    const sample = sampleOf(table, row, number, above, columns, context);
    if (!sample) {
      account.leaveRow(row.index, 'rowOfNoSample');
      continue;
    }
    const results = resultsOf(table, columns, row, context);
    if (results.length === 0) {
      account.leaveRow(row.index, 'rowWithoutResults');
      above = sample;
      continue;
    }
    const facts = factsOf(table, row, context);
    const key = JSON.stringify(facts);
    const event: RawEvent = events.get(key) ?? { format, ...facts, file, table: tableOf(table), samples: [] };
    events.set(key, event);
    for (const [depth, group] of byDepth(results, sample.depth, depthUnit, table, log)) {
      const sampleKey = JSON.stringify([key, sample.id, depth]);
      const known = isLong(table) ? open.get(sampleKey) : undefined;
      const names = said.get(sampleKey) ?? new Set();
      said.set(sampleKey, names);
      const fresh = group.filter(({ result, column }) => {
        // A table with a row for each result says other properties of a sample in each of them.
        const word = `${column}\0${result.original.value}`;
        const isRepeated = isLong(table) && column !== columnOf(table, 'value')?.index && names.has(word);
        names.add(word);
        account[isRepeated ? 'metadata' : 'result'](row.index, column);
        return !isRepeated;
      });
      const read = fresh.map(({ result }) => result);
      const { isIdRead: _, ...about } = sample;
      if (known) known.results.push(...read);
      else event.samples.push({ ...withDepth(about, depth), results: read });
      if (isLong(table) && !known) open.set(sampleKey, event.samples.at(-1) as RawSample);
    }
    claimRow(table, row, account);
    above = sample;
  }
  return [...events.values()];
}

/** Places that a table without results gives to ids. */
export function tablePlaces(table: Table, cells: CellReading, account: CellAccount, log: WarningLog): RawPlaces {
  claimHeader(table, account);
  const places = table.body.flatMap((row, number) => {
    const sample = sampleOf(table, row, number, undefined, [], { cells, account, log });
    claimRow(table, row, account);
    return sample?.geometry ? [{ ids: [sample.id, ...(sample.otherIds ?? [])], geometry: sample.geometry }] : [];
  });
  return { file: table.sheet.file, places };
}

/** Tells tables of one file apart. */
const tableOf = ({ sheet, number }: Table) => `${sheet.name ?? ''}\0${number}`;

const withDepth = ({ depth: _, ...sample }: RawSample, depth: RawDepth | undefined): RawSample => ({
  ...sample,
  ...(depth && { depth }),
});

/** The results of a row by their depth: that of their heading, or of the row. */
function byDepth(
  results: RowResult[],
  rowDepth: RawDepth | undefined,
  unit: string | undefined,
  { sheet: { file } }: Table,
  log: WarningLog,
): [depth: RawDepth | undefined, results: RowResult[]][] {
  const groups = new Map<string, [RawDepth | undefined, RowResult[]]>();
  for (const one of results) {
    const stated = one.depth ?? rowDepth;
    const isAssumed = stated && stated.unit === undefined && unit !== undefined;
    const depth = isAssumed ? { ...stated, unit } : stated;
    const key = JSON.stringify(depth ?? null);
    const known = groups.get(key);
    if (known) known[1].push(one);
    else {
      groups.set(key, [depth, [one]]);
      if (isAssumed) log.add('depthUnitAssumed', file, `${stated.top}-${stated.bottom} ${unit}`);
    }
  }
  return [...groups.values()];
}

/** Headings, units below them, and what stands above the table were read. */
function claimHeader({ headerRows, facts, others }: Table, account: CellAccount): void {
  for (const row of headerRows) account.metadataRow(row);
  for (const { cells } of facts.values()) for (const [row, column] of cells) account.metadata(row, column);
  for (const { index } of others) account.leaveRow(index, 'rowOfNoSample');
}

/** What the columns of a sample's row say beside results. */
function claimRow(table: Table, { index: row, cells }: SheetRow, account: CellAccount): void {
  for (const column of table.columns) {
    const { index, heading, role } = column;
    const first = role && columnOf(table, role);
    if (role === 'recommendation') account.leave(row, index, 'recommended');
    else if (first === column || role === 'ignored') account.metadata(row, index);
    else if (first && sameText(cells[first.index], cells[index])) account.metadata(row, index);
    else if (first) account.leave(row, index, 'columnTwice', heading);
    else account.leave(row, index, 'unknownColumn', heading);
  }
}

const sameText = (a = '', b = '') => a.trim().toLowerCase() === b.trim().toLowerCase();
