import type { RawDepth, RawEvent, RawPlaces, RawSample } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';
import type { SoilLab } from '../soil-reading.ts';
import { numberOf, readValue } from '../values.ts';
import type { CellAccount } from './cell-account.ts';
import type { SampleRole } from './column-roles.ts';
import { type DateOrder, dateOrderOf, dayOf } from './dates.ts';
import { decimalOf } from './decimals.ts';
import { assumedDepthUnit, depthOf, layer } from './depths.ts';
import { isLong } from './families.ts';
import { otherKindOf, otherThanSoil } from './kinds.ts';
import { type RowContext, type RowResult, resultColumns, resultsOf } from './row-results.ts';
import { columnOf, type SheetColumn, type SheetRow, type Table } from './sheet.ts';

/** How the cells of one file are to be read. */
export interface CellReading {
  decimal: '.' | ',';
  order: DateOrder;
}

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
  const context: RowContext = { cells, account, log };
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
      if (isAssumed) log.add('depthUnitAssumed', file, `${stated.top}-${stated.bottom}`);
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
    if (role === 'recommendation') account.leave(row, index, 'recommended', heading);
    else if (first === column || role === 'ignored') account.metadata(row, index);
    else if (first && sameText(cells[first.index], cells[index])) account.metadata(row, index);
    else if (first) account.leave(row, index, 'columnTwice', heading);
    else account.leave(row, index, 'unknownColumn', heading);
  }
}

const sameText = (a = '', b = '') => a.trim().toLowerCase() === b.trim().toLowerCase();

function cell(table: Table, row: SheetRow, ...roles: SampleRole[]): { text: string; column?: number } | undefined {
  for (const role of roles) {
    const column = columnOf(table, role);
    const text = column && row.cells[column.index]?.trim();
    if (text) return { text, column: column.index };
  }
  for (const role of roles) {
    const fact = table.facts.get(role);
    if (fact) return { text: fact.text };
  }
  return undefined;
}

const textIn = (table: Table, row: SheetRow, ...roles: SampleRole[]) => cell(table, row, ...roles)?.text;

type Facts = Pick<RawEvent, 'date' | 'grower' | 'farm' | 'field' | 'lab'>;

function factsOf(table: Table, row: SheetRow, context: RowContext): Facts {
  const { account, cells } = context;
  const day = (...roles: SampleRole[]) => {
    const found = cell(table, row, ...roles);
    const read = found && dayOf(found.text, cells.order);
    if (found && read === undefined) {
      if (found.column === undefined) context.log.add('unreadableDate', table.sheet.file, found.text);
      else account.leave(row.index, found.column, 'unreadableDate', found.text);
    }
    return read;
  };
  const field = textIn(table, row, 'field', 'fieldId');
  const [date, grower, farm] = [day('date', 'otherDate'), textIn(table, row, 'grower'), textIn(table, row, 'farm')];
  leaveOtherDate(table, row, date, context);
  const lab = labOf(table, row, day);
  return {
    ...(date !== undefined && { date }),
    ...(grower !== undefined && { grower }),
    ...(farm !== undefined && { farm }),
    ...(field !== undefined && { field }),
    ...(lab && { lab }),
  };
}

/** A day under a heading that says less of it is not that of sampling, if another one is there. */
function leaveOtherDate(table: Table, row: SheetRow, date: string | undefined, { account, cells }: RowContext): void {
  const column = columnOf(table, 'otherDate');
  const text = column && row.cells[column.index]?.trim();
  if (text && date !== undefined && dayOf(text, cells.order) !== date)
    account.leave(row.index, column.index, 'otherDate', column.heading);
}

function labOf(table: Table, row: SheetRow, day: (role: SampleRole) => string | undefined): SoilLab | undefined {
  const named = textIn(table, row, 'lab');
  const name = named !== undefined && numberOf(named) === undefined ? named : undefined;
  const reportNumber = textIn(table, row, 'reportNumber');
  const [receivedDate, processedDate] = [day('receivedDate'), day('processedDate')];
  const lab = {
    ...(name !== undefined && { name }),
    ...(reportNumber !== undefined && { reportNumber }),
    ...(receivedDate !== undefined && { receivedDate }),
    ...(processedDate !== undefined && { processedDate }),
  };
  return Object.keys(lab).length > 0 ? lab : undefined;
}

/** A sample, and whether its row names it. */
interface RowSample extends RawSample {
  isIdRead: boolean;
}

const idRoles: SampleRole[] = ['sampleId', 'pointId', 'labNumber', 'otherId'];

/** The sample of a row; undefined if it is none. */
function sampleOf(
  table: Table,
  row: SheetRow,
  number: number,
  above: RowSample | undefined,
  columns: SheetColumn[],
  context: RowContext,
): RowSample | undefined {
  const ids = idRoles.flatMap((role) => textIn(table, row, role) ?? []);
  const depth = rowDepth(table, row, context);
  const geometry = placeOf(table, row, context.cells);
  const known = { geometry, ...(depth && { depth }), results: [] };
  const [id, ...otherIds] = ids;
  if (id !== undefined) return { id, ...(otherIds.length > 0 && { otherIds }), ...known, isIdRead: true };
  const { file } = table.sheet;
  if (above?.isIdRead && idRoles.some((role) => columnOf(table, role))) {
    const isNext = isLong(table) || (depth && above.depth && depth.top >= above.depth.bottom);
    if (isNext) {
      context.log.add('idFromAbove', file, above.id);
      const { otherIds: others } = above;
      return {
        ...known,
        id: above.id,
        ...(others && { otherIds: others }),
        geometry: geometry ?? above.geometry,
        isIdRead: true,
      };
    }
    if (!isOfValues(row, columns, table)) return undefined;
  }
  context.log.add('noSampleId', file);
  return { id: `row ${number + 1}`, ...known, isIdRead: false };
}

/** Whether a row without an id has what its columns have: numbers of analytes that are known, and depths. */
function isOfValues({ cells }: SheetRow, columns: SheetColumn[], table: Table): boolean {
  const isValue = columns.every(({ index, result }) => {
    const text = cells[index] ?? '';
    return !result?.code || readValue(text).kind !== 'text' || readValue(text, ',').kind !== 'text';
  });
  const depths: SampleRole[] = ['depth', 'depthTop', 'depthBottom'];
  const isDepth = depths.every((role) => {
    const column = columnOf(table, role);
    const text = column && cells[column.index]?.trim();
    return !text || depthOf(text, undefined) !== undefined;
  });
  return isValue && isDepth;
}

function rowDepth(table: Table, row: SheetRow, { account }: RowContext): RawDepth | undefined {
  const whole = columnOf(table, 'depth');
  const bottom = columnOf(table, 'depthBottom');
  const top = columnOf(table, 'depthTop');
  const unit = textIn(table, row, 'depthUnit') ?? bottom?.unit ?? whole?.unit ?? top?.unit;
  const [from, end] = [textIn(table, row, 'depthTop'), textIn(table, row, 'depthBottom')];
  const read = end === undefined ? undefined : layer(from ?? '', end, unit);
  if (read) return read;
  const text = textIn(table, row, 'depth');
  const range = text === undefined ? undefined : depthOf(text, unit);
  if (!range) {
    for (const column of [whole, bottom, top]) {
      const open = column && row.cells[column.index]?.trim();
      if (open) account.leave(row.index, column.index, 'unreadableDepth', open);
    }
  }
  return range;
}

function placeOf(table: Table, row: SheetRow, { decimal }: CellReading): RawSample['geometry'] {
  const place = table.sheet.places?.get(row.cells);
  if (place) return place;
  const [x, y] = [textIn(table, row, 'longitude'), textIn(table, row, 'latitude')].map((text) =>
    numberOf(text ?? '', decimal),
  );
  return x === undefined || y === undefined ? null : { type: 'Point', coordinates: [x, y] };
}
