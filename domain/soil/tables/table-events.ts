import type { RawEvent, RawPlaces, RawSample } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';
import type { SoilLab } from '../soil-reading.ts';
import { numberOf } from '../values.ts';
import type { SampleRole } from './column-roles.ts';
import { type DateOrder, dateOrderOf, dayOf } from './dates.ts';
import { decimalOf } from './decimals.ts';
import { depthOf, layer } from './depths.ts';
import { familyOf, isLong } from './families.ts';
import { isOfPlants, otherKindOf } from './kinds.ts';
import { resultColumns, resultsOf } from './row-results.ts';
import { columnOf, type Table } from './sheet.ts';

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

const isNumeric = ({ role }: Table['columns'][number]) =>
  role === undefined || role === 'value' || role === 'longitude' || role === 'latitude';
const isDate = ({ role }: Table['columns'][number]) =>
  role === 'date' || role === 'receivedDate' || role === 'processedDate';

function* cellsOf(tables: Table[], isMeant: (column: Table['columns'][number]) => boolean): Generator<string> {
  for (const { columns, body } of tables) {
    const indexes = columns.filter(isMeant).map(({ index }) => index);
    for (const row of body) for (const index of indexes) yield row[index] ?? '';
  }
}

/** The samples of a table, in events by day, names and laboratory. */
export function tableEvents(table: Table, format: string, cells: CellReading, log: WarningLog): RawEvent[] {
  const { file } = table.sheet;
  if (isOfPlants(table)) {
    log.add('notSoil', file, 'plants', table.body.length);
    return [];
  }
  const columns = resultColumns(table, familyOf(table), log);
  const events = new Map<string, RawEvent>();
  const open = new Map<string, RawSample>();
  for (const [number, row] of table.body.entries()) {
    const other = otherKindOf(table, row);
    if (other !== undefined) log.add('notSoil', file, other);
    const results = other === undefined ? resultsOf(table, columns, row, cells, log) : [];
    if (results.length === 0) continue;
    const facts = factsOf(table, row, cells, log);
    const key = JSON.stringify(facts);
    const event: RawEvent = events.get(key) ?? { format, ...facts, file, ...sheetOf(table), samples: [] };
    events.set(key, event);
    const sample = sampleOf(table, row, number, cells, log);
    const sampleKey = JSON.stringify([key, sample.id, sample.depth]);
    const known = isLong(table) ? open.get(sampleKey) : undefined;
    if (known) known.results.push(...results);
    else event.samples.push({ ...sample, results });
    if (isLong(table) && !known) open.set(sampleKey, event.samples.at(-1) as RawSample);
  }
  return [...events.values()];
}

/** Places that a table without results gives to ids. */
export function tablePlaces(table: Table, cells: CellReading, log: WarningLog): RawPlaces {
  const places = table.body.flatMap((row, number) => {
    const { id, otherIds = [], geometry } = sampleOf(table, row, number, cells, log);
    return geometry ? [{ ids: [id, ...otherIds], geometry }] : [];
  });
  return { file: table.sheet.file, places };
}

const sheetOf = ({ sheet }: Table) => (sheet.name === undefined ? {} : { sheet: sheet.name });

function cell(table: Table, row: string[], ...roles: SampleRole[]): string | undefined {
  for (const role of roles) {
    const column = columnOf(table, role);
    const text = column && row[column.index]?.trim();
    if (text) return text;
  }
  return undefined;
}

type Facts = Pick<RawEvent, 'date' | 'grower' | 'farm' | 'field' | 'lab'>;

function factsOf(table: Table, row: string[], cells: CellReading, log: WarningLog): Facts {
  const day = (role: SampleRole) => {
    const text = cell(table, row, role);
    const read = text === undefined ? undefined : dayOf(text, cells.order);
    if (text !== undefined && read === undefined) log.add('unreadableDate', table.sheet.file, text);
    return read;
  };
  const field = cell(table, row, 'field', 'fieldId');
  const [date, grower, farm] = [day('date'), cell(table, row, 'grower'), cell(table, row, 'farm')];
  const lab = labOf(table, row, day);
  return {
    ...(date !== undefined && { date }),
    ...(grower !== undefined && { grower }),
    ...(farm !== undefined && { farm }),
    ...(field !== undefined && { field }),
    ...(lab && { lab }),
  };
}

/** A sheet that is called after a laboratory has its results. */
function labOf(table: Table, row: string[], day: (role: SampleRole) => string | undefined): SoilLab | undefined {
  const named = cell(table, row, 'lab');
  const { name: sheet = '' } = table.sheet;
  const name = named !== undefined && numberOf(named) === undefined ? named : /^lab/i.test(sheet) ? sheet : undefined;
  const reportNumber = cell(table, row, 'reportNumber');
  const [receivedDate, processedDate] = [day('receivedDate'), day('processedDate')];
  const lab = {
    ...(name !== undefined && { name }),
    ...(reportNumber !== undefined && { reportNumber }),
    ...(receivedDate !== undefined && { receivedDate }),
    ...(processedDate !== undefined && { processedDate }),
  };
  return Object.keys(lab).length > 0 ? lab : undefined;
}

function sampleOf(table: Table, row: string[], number: number, cells: CellReading, log: WarningLog): RawSample {
  const roles: SampleRole[] = ['sampleId', 'pointId', 'labNumber', 'otherId'];
  const ids = roles.flatMap((role) => cell(table, row, role) ?? []);
  const [id = `row ${number + 1}`, ...otherIds] = ids;
  if (ids.length === 0) log.add('noSampleId', table.sheet.file);
  const depth = rowDepth(table, row);
  return {
    id,
    ...(otherIds.length > 0 && { otherIds }),
    geometry: placeOf(table, row, cells),
    ...(depth && { depth }),
    results: [],
  };
}

function rowDepth(table: Table, row: string[]) {
  const whole = columnOf(table, 'depth');
  const bottom = columnOf(table, 'depthBottom');
  const unit = cell(table, row, 'depthUnit') ?? bottom?.unit ?? whole?.unit ?? columnOf(table, 'depthTop')?.unit;
  const [top, end] = [cell(table, row, 'depthTop'), cell(table, row, 'depthBottom')];
  if (end !== undefined) return layer(top ?? '', end, unit);
  const text = cell(table, row, 'depth');
  return text === undefined ? undefined : depthOf(text, unit);
}

function placeOf(table: Table, row: string[], { decimal }: CellReading): RawSample['geometry'] {
  const place = table.sheet.places?.get(row);
  if (place) return place;
  const [x, y] = [cell(table, row, 'longitude'), cell(table, row, 'latitude')].map((text) =>
    numberOf(text ?? '', decimal),
  );
  return x === undefined || y === undefined ? null : { type: 'Point', coordinates: [x, y] };
}
