import type { AnalyteCode } from '../analytes.ts';
import { methodOf } from '../methods.ts';
import { meaningOf, type SoilParameters } from '../soil-parameters.ts';
import { readValue } from '../values.ts';
import type { SampleRole } from './column-roles.ts';
import { sampleRoleOf } from './column-roles.ts';
import { type HeaderBlock, headerAround, isUnderstood, isUnit, isWords } from './header-block.ts';
import { depthsOfHeadings } from './heading-depths.ts';
import { type HeadingContext, nameIn, resultHeading } from './headings.ts';
import { longColumns, type ReadColumns } from './long-columns.ts';
import { reportFacts } from './report-facts.ts';
import { columnOf, type Sheet, type SheetColumn, type SheetRow, type Table } from './sheet.ts';
import { symbolCaseOf } from './symbols.ts';

/** Rows among which a header is looked for that has numbers in it; titles and addresses stand above it. */
const searchedRows = 60;

/**
 * Finds the tables of a sheet by what the cells of their headers mean. A header is a row of words, of which two at least are understood and
 * one is no result; where there is none, the row with the most headings that are understood. Tables side by side begin with the same id.
 *
 * @param given what columns are, by their headings: comes before what is understood of them.
 */
export function findTables(sheet: Sheet, given?: GivenColumns): Table[] {
  const blocks = headersOf(sheet, given);
  const tables: Table[] = [];
  let above = 0;
  for (const [at, block] of blocks.entries()) {
    const end = blocks[at + 1]?.first ?? sheet.rows.length;
    const found = tablesOf(sheet, block, end, given);
    const kept = found.filter(
      (table) =>
        table.body.length > 0 &&
        (sheet.places !== undefined || table.columns.some((column) => saysSomething(column, table))),
    );
    if (kept.length === 0) continue;
    const facts = reportFacts(sheet, above, block.first);
    const first = tables.length;
    tables.push(
      ...kept.map((table, number) => ({
        ...table,
        number: first + number,
        facts: new Map([...facts, ...table.facts]),
      })),
    );
    above = (kept[0]?.body.at(-1)?.index ?? block.last) + 1;
  }
  return tables;
}

/** What the headings of a sheet mean, header by header, whether or not there are rows of samples below them. */
export function findHeaders(sheet: Sheet): SheetColumn[][] {
  return headersOf(sheet, undefined).map((block) => columnsOf(block, undefined, undefined).columns);
}

/** Results that are words. */
const inWords: (string | undefined)[] = ['texture', 'excessLime'];

/** Whether a column has what tables are read for: results or coordinates as numbers, or results that are words beside ids. */
function saysSomething(
  { index, result, role }: SheetColumn,
  { body, byRole }: Pick<Table, 'body' | 'byRole'>,
): boolean {
  if (result?.code === undefined && role !== 'value' && role !== 'longitude') return false;
  const cells = body.map((row) => row.cells[index] ?? '');
  if (inWords.includes(result?.code) && columnOf({ byRole }, 'sampleId', 'pointId', 'labNumber')) return true;
  return cells.some((cell) => readValue(cell).kind === 'number' || readValue(cell, ',').kind === 'number');
}

function headersOf(sheet: Sheet, given: GivenColumns): HeaderBlock[] {
  const blocks: HeaderBlock[] = [];
  let hasNumbers = false;
  for (let row = 0; row < sheet.rows.length; row++) {
    const cells = sheet.rows[row] ?? [];
    const before = blocks.at(-1);
    if (!isHeader(cells, given)) {
      if (before && hasNumbers && isUnitsRow({ index: row, cells }, before)) blocks.push(withUnits(before, row, cells));
      hasNumbers ||= !isWords(cells) && cells.some((cell) => cell.trim() !== '');
      continue;
    }
    if (before && isRepeated(cells, sheet.rows[before.first] ?? [])) continue;
    const block = headerAround(sheet, row, before ? before.last + 1 : 0);
    blocks.push(block);
    hasNumbers = false;
    row = block.last;
  }
  return blocks.length > 0 ? blocks : bestRow(sheet, given);
}

/** The header of rows below other units: of the same columns. */
function withUnits({ headings }: HeaderBlock, row: number, cells: string[]): HeaderBlock {
  const own = headings.map(({ unit, ...heading }) => {
    const below = (cells[heading.index] ?? '').trim() || unit;
    return { ...heading, ...(below !== undefined && { unit: below }) };
  });
  return { first: row, last: row, headings: own };
}

function isHeader(cells: string[], given: GivenColumns): boolean {
  if (!isWords(cells)) return false;
  const roles = cells.flatMap((cell) => (cell.trim() === '' ? [] : (roleOf(cell.trim(), given) ?? [])));
  return roles.some((role) => role !== 'ignored') && cells.filter((cell) => isKnown(cell, given)).length > 1;
}

function roleOf(heading: string, given: GivenColumns): SampleRole | undefined {
  const { meaning } = meaningOf(heading, given) ?? {};
  if (meaning) return 'role' in meaning ? meaning.role : undefined;
  return sampleRoleOf(heading)?.role;
}

const isKnown = (cell: string, given: GivenColumns) => meaningOf(cell, given) !== undefined || isUnderstood(cell);

function bestRow(sheet: Sheet, given: GivenColumns): HeaderBlock[] {
  let best = { at: -1, score: 1 };
  for (const [at, row] of sheet.rows.slice(0, searchedRows).entries()) {
    const score = row.filter((cell) => isKnown(cell, given)).length;
    if (score > best.score) best = { at, score };
  }
  return best.at < 0 ? [] : [headerAround(sheet, best.at, 0)];
}

const isRepeated = (cells: string[], header: string[]) =>
  header.every((cell, at) => (cells[at] ?? '').trim().toLowerCase() === cell.trim().toLowerCase());

function tablesOf(sheet: Sheet, block: HeaderBlock, end: number, given: GivenColumns): Omit<Table, 'number'>[] {
  const headerRows = Array.from({ length: block.last - block.first + 1 }, (_, at) => block.first + at);
  const rest = sheet.rows.slice(block.last + 1, end).map((cells, at) => ({ index: block.last + 1 + at, cells }));
  const firstNumbers = rest.findIndex(({ cells }) => !isWords(cells) && cells.some((cell) => cell.trim() !== ''));
  const units = rest.slice(0, Math.min(3, Math.max(0, firstNumbers))).find((row) => isUnitsRow(row, block));
  if (units) headerRows.push(units.index);
  const rows = rest.filter((row) => row !== units && row.cells.some((cell) => cell.trim() !== ''));
  const repeated = rows.filter(({ cells }) => isRepeated(cells, sheet.rows[block.first] ?? []));
  headerRows.push(...repeated.map(({ index }) => index));
  const { columns, context } = columnsOf(block, units, given);
  return sideBySide(columns).flatMap((own) => {
    const filled = rows.filter(
      (row) => !repeated.includes(row) && own.some(({ index }) => (row.cells[index] ?? '').trim() !== ''),
    );
    const body: SheetRow[] = [];
    const others: SheetRow[] = [];
    for (const row of filled) (isSample(row, own) ? body : others).push(row);
    const read = isGivenLong(own) ? [{ columns: own }] : longColumns(own, body, context);
    return read.map(({ columns: known, sample }: ReadColumns) => {
      const inOrder = [...known.filter(isGiven), ...known.filter((one) => !isGiven(one))];
      const byRole = new Map(inOrder.toReversed().flatMap((one) => (one.role ? [[one.role, one] as const] : [])));
      const id: [SampleRole, { text: string; cells: [] }][] = sample
        ? [['sampleId', { text: sample.heading, cells: [] }]]
        : [];
      return { sheet, headerRows, columns: known, context, byRole, body, others, facts: new Map(id) };
    });
  });
}

function columnsOf(
  { headings }: HeaderBlock,
  units: SheetRow | undefined,
  given: GivenColumns,
): { columns: SheetColumn[]; context: HeadingContext } {
  const depths = depthsOfHeadings(headings.map(({ text }) => text));
  const parts = headings.map(({ index, text, unit }) => {
    const below = index > 0 ? (units?.cells[index] ?? '').replaceAll('\u00a0', ' ').trim() : '';
    return { index, heading: text, found: depths.get(text), unit: below === '' ? unit : below };
  });
  const names = parts.map(({ heading, found }) => nameIn(found?.rest ?? heading));
  const context: HeadingContext = { ...symbolCaseOf(names), beside: names };
  const columns = parts.map(({ index, heading, found, unit }): SheetColumn => {
    const own = meaningOf(heading, given);
    if (own)
      return givenColumn(
        { index, heading, ...(unit !== undefined && { unit }), ...(found && { depth: found.depth }) },
        own,
      );
    const role = sampleRoleOf(heading);
    if (role) return { index, heading, ...(unit !== undefined && { unit }), ...role };
    const result = resultHeading(found?.rest ?? heading, { ...context, ...(unit !== undefined && { unit }) });
    const stated = unit ?? result.unit;
    return {
      index,
      heading,
      result,
      ...(stated !== undefined && { unit: stated }),
      ...(found && { depth: found.depth }),
    };
  });
  return { columns, context };
}

type GivenColumns = SoilParameters['columns'];

/** A column of which the sender of the zip has said what it is. */
function givenColumn(column: SheetColumn, { key, meaning }: NonNullable<ReturnType<typeof meaningOf>>): SheetColumn {
  const { unit } = meaning;
  if ('role' in meaning) return { ...column, given: { key }, role: meaning.role, ...(unit !== undefined && { unit }) };
  const method = meaning.method === undefined ? undefined : methodOf(meaning.method);
  return {
    ...column,
    given: { key, ...(unit !== undefined && { unit }) },
    result: { code: meaning.analyte as AnalyteCode, ...(method && { method }) },
  };
}

const isGiven = ({ given }: SheetColumn) => given !== undefined;

/** Whether the sender has said which column names analytes, and which one has values. */
const isGivenLong = (columns: SheetColumn[]) =>
  ['analyte', 'value'].every((role) => columns.some((column) => isGiven(column) && column.role === role));

const identifying: (SampleRole | undefined)[] = ['sampleId', 'pointId', 'labNumber'];

/** The columns of each table, where a header has several beside one another. */
function sideBySide(columns: SheetColumn[]): SheetColumn[][] {
  const first = columns.find(({ role }) => identifying.includes(role));
  const starts = first ? columns.filter(({ heading }) => heading.toLowerCase() === first.heading.toLowerCase()) : [];
  const parts = starts.map(({ index }, at) =>
    columns.filter(
      (one) => (at === 0 || one.index >= index) && one.index < (starts[at + 1]?.index ?? Number.POSITIVE_INFINITY),
    ),
  );
  const isEach = parts.every((part) => part.some(({ result }) => result?.code));
  return parts.length > 1 && isEach ? parts : [columns];
}

/** Whether a row names units: it begins with that word, or all cells below results are units. */
function isUnitsRow({ cells }: SheetRow, { headings }: HeaderBlock): boolean {
  if (/^units?:?$/i.test((cells[0] ?? '').trim())) return true;
  const below = headings.filter(({ text }) => !sampleRoleOf(text)).map(({ index }) => (cells[index] ?? '').trim());
  const filled = below.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /^ph$/i.test(cell) || isUnit(cell));
}

const notes = /^(?:comments?|notes?|units?|remarks?|bemerkung(?:en)?|remarques?|observa(?:ciones|ções)):?$/i;

/** Rows that sum others up, or say what values should be. */
const summary =
  /^(?:average|avg|mean|median|min(?:imum)?|max(?:imum)?|st(?:andard|d)?\.? ?dev(?:iation)?|sum|total|count|range|(?:detection|reporting|quantification) limit|lod|loq|nachweisgrenze|bestimmungsgrenze|l[íi]mite? de .{1,20}|optimum|target|critical level|mittelwert|durchschnitt|summe|moyenne|m[ée]diane|promedio|media|m[ée]dia|mediana|m[áa]xim[oa]|m[íi]nim[oa]|desv(?:iaci[oó]n|io) .{1,20})\.?:?$/i;

function isSample({ cells }: SheetRow, columns: SheetColumn[]): boolean {
  const [first = ''] = columns.flatMap(({ index }) => (cells[index] ?? '').trim() || []);
  return !notes.test(first) && !summary.test(first);
}
