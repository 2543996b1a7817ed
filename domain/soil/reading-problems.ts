import { agreeing, counted } from '../counted.ts';
import type { SoilRefusal } from './soil-reader.ts';
import type { LeftCells, SoilWarning } from './soil-reading.ts';

/** Makes a sentence of what it is about and how often it was found. */
type Sentence = (subject: string, times: number) => string;

const results = (times: number) => counted(times, 'result');
const cells = (times: number) => counted(times, 'cell');
const samples = (times: number) => counted(times, 'sample');

/** What is doubtful or was left out, with its message. The vocabulary is closed. */
export const soilWarnings = {
  unknownAnalyte: (subject, times) =>
    `"${subject}" is not among the known analytes; ${results(times)} ${agreeing(times, 'are')} kept under this name, in the unit of the file.`,
  unknownUnit: (subject, times) => `The unit "${subject}" is not known; numbers of ${results(times)} are kept in it.`,
  unitDoesNotFit: (subject, times) =>
    `${subject} cannot be converted; numbers of ${results(times)} are kept in the unit of the file.`,
  noUnit: (subject, times) =>
    `The file names no unit for ${subject}; numbers of ${results(times)} are kept without one. Send it as \`defaultUnits\`.`,
  unitAssumed: (subject, times) =>
    `The file names no unit for ${subject}, which has no other in reports of laboratories: it was assumed for ${results(times)}.`,
  convertedByDepth: (subject, times) =>
    `${results(times)} of ${subject} ${agreeing(times, 'were')} converted by the depth of the sample, as if soil of 6 2/3 inches weighed 2,000,000 lb/ac.`,
  implausible: (subject, times) =>
    `${results(times)} beyond what soils have, of ${subject}. Kept with the flag "implausible": check the unit in the file.`,
  impossible: (subject, times) =>
    `${results(times)} that cannot be, of ${subject}. Left out as numbers, with the flag "impossible"; the original value stays.`,
  unitGiven: (subject, times) => `The unit of ${subject} was given with the zip: it was used for ${results(times)}.`,
  unusedColumn: (subject) => `No table of the zip has a column "${subject}", which was given with the zip.`,
  labGiven: (subject, times) =>
    `No file says which laboratory analysed ${samples(times)}: "${subject}" was given with the zip.`,
  unknownMethod: (subject, times) =>
    `The method "${subject}" is not known; ${results(times)} ${agreeing(times, 'have')} it only as the original.`,
  doubtfulSymbol: (subject, times) =>
    `"${subject}" may be the symbol of an element in other letters, or an abbreviation, which its unit does not tell; ${results(times)} ${agreeing(times, 'are')} kept under this name.`,
  depthUnitAssumed: (subject, times) =>
    `The file names no unit for the depth of ${samples(times)}; ${subject} was assumed, by its other headings and units.`,
  idFromAbove: (subject, times) =>
    `Rows without an id that follow on "${subject}" (${times.toLocaleString('en')}) were taken for this sample.`,
  leftOut: (_, times) =>
    `${cells(times)} outside of the rows and columns of samples ${agreeing(times, 'were')} left out.`,
  unknownMember: (subject, times) =>
    `"${subject}" is not described for this format; ${cells(times)} ${agreeing(times, 'were')} left out.`,
  rowOfNoSample: (subject, times) =>
    `${cells(times)} of rows that are no samples${subject ? ` ("${subject}")` : ''} ${agreeing(times, 'were')} left out.`,
  rowWithoutResults: (_, times) => `${cells(times)} of samples without any result ${agreeing(times, 'were')} left out.`,
  recommended: (_, times) =>
    `${cells(times)} of recommendations, which are no results, ${agreeing(times, 'were')} left out.`,
  columnTwice: (subject, times) =>
    `The column "${subject}" says again, and otherwise, what another one says; ${cells(times)} ${agreeing(times, 'were')} left out.`,
  otherDate: (subject, times) =>
    `${cells(times)} of "${subject}" ${agreeing(times, 'differ')} from the day of sampling in another column, and ${agreeing(times, 'were')} left out.`,
  unreadableDepth: (subject, times) => `"${subject}" of ${samples(times)} is no depth and was left out.`,
  noValue: (subject, times) =>
    `${results(times)} of ${subject} ${agreeing(times, 'are')} marks of a missing value and ${agreeing(times, 'were')} left out.`,
  valueIsText: (subject, times) =>
    `${results(times)} of ${subject} ${agreeing(times, 'are')} no number and ${agreeing(times, 'are')} kept as text alone.`,
  depthWithoutUnit: (subject, times) =>
    `The file names no unit for the depth ${subject} of ${samples(times)}; it is kept without centimetres.`,
  placesJoined: (subject, times) => `The places of ${samples(times)} were taken from ${subject}, by their ids.`,
  twoPlaces: (subject) => `The file has two places for the id "${subject}", so that neither is used.`,
  noGeometries: (_, times) => `The shapefile has no geometry for ${samples(times)}.`,
  noDate: (_, times) => `No file says on which day ${samples(times)} ${agreeing(times, 'were')} taken.`,
  repeatedSampleId: (subject, times) =>
    `The id "${subject}" is that of another sample of the same depth too; ${samples(times)} got an id with a number.`,
  sameSampling: (subject, times) =>
    `The file has the same results of ${samples(times)} as ${subject}, which says more of them, and was left out.`,
  noPlace: (_, times) => `No file says where ${samples(times)} ${agreeing(times, 'were')} taken; the geometry is null.`,
  notOnLand: (subject, times) => `The place ${subject} of ${samples(times)} cannot be right; the geometry is null.`,
  unreadablePlace: (subject, times) => `The geometry "${subject}" of ${samples(times)} cannot be read; it is null.`,
  notSoil: (subject, times) =>
    `${samples(times)} of ${subject} ${agreeing(times, 'are')} no soil samples and ${agreeing(times, 'were')} left out.`,
  noSampleId: (_, times) => `${samples(times)} ${agreeing(times, 'have')} no id; the number of the row is used.`,
  unknownColumn: (subject, times) =>
    `The column "${subject}" is not understood; ${cells(times)} of it ${agreeing(times, 'were')} left out.`,
  unreadableDate: (subject, times) => `"${subject}" of ${samples(times)} is no date and was left out.`,
  ambiguousDate: (subject) =>
    `Dates such as "${subject}" have two meanings, and nothing in the file decides; the month was taken to come first, or the day if the file has decimal commas. Write dates as YYYY-MM-DD.`,
  contradictoryDates: (subject) =>
    `Some dates of the file have the day first and others the month, so that dates such as "${subject}" may be wrong. Write dates as YYYY-MM-DD.`,
  mixedDecimals: (subject) =>
    `Numbers of the file have decimal points and also commas ("${subject}"); those with a comma are kept as text.`,
  assumedEncoding: (subject) => `The text is not UTF-8 and was read as ${subject}.`,
  formulaWithoutValue: (subject, times) =>
    `${counted(times, 'formula')} of the sheet "${subject}" ${agreeing(times, 'have')} no computed value and ${agreeing(times, 'were')} left out. Open the workbook in its program and save it.`,
  unreadableFile: (subject) => subject,
} satisfies Record<string, Sentence>;

export type SoilWarningKey = keyof typeof soilWarnings;

/** Subjects that are listed for one key in one file; further ones are only counted. */
const listedSubjects = 30;

/** A cell of a table, by indexes from 0. */
export interface CellPlace {
  sheet?: string;
  row: number;
  column: number;
}

/** Collects warnings, each subject once with its number. */
export interface WarningLog {
  /** @param cell that is left out for this, or the number of cells of a whole sampling that are. */
  add(
    key: SoilWarningKey,
    file: string | undefined,
    subject?: string,
    times?: number,
    cell?: CellPlace | { all: number },
  ): void;
  all(): SoilWarning[];
}

/** How often something was found, and the cells that were left out for it. */
interface Found {
  times: number;
  cells: number;
  sheet?: string | undefined;
  columns: Set<number>;
  rows: Set<number>;
}

/**
 * @example
 * const log = warningLog();
 * log.add('unknownUnit', 'a.csv', 'grains');
 * log.all(); // [{ key: 'unknownUnit', message: 'The unit "grains" is not known; one result …', file: 'a.csv' }]
 */
export function warningLog(): WarningLog {
  const groups = new Map<string, { key: SoilWarningKey; file: string | undefined; subjects: Map<string, Found> }>();
  return {
    add(key, file, subject = '', times = 1, cell) {
      // Cells of two sheets have two places.
      const name = `${key}\0${file ?? ''}\0${cell && 'sheet' in cell ? cell.sheet : ''}`;
      const group = groups.get(name) ?? { key, file, subjects: new Map() };
      groups.set(name, group);
      const found = group.subjects.get(subject) ?? nothing();
      group.subjects.set(subject, found);
      found.times += times;
      if (!cell) return;
      found.cells += 'all' in cell ? cell.all : times;
      if ('all' in cell) return;
      found.sheet = cell.sheet;
      found.columns.add(cell.column);
      found.rows.add(cell.row + 1);
    },
    all() {
      return [...groups.values()].flatMap(({ key, file, subjects }) => {
        const sentence: Sentence = soilWarnings[key];
        const one = (message: string, found: Found): SoilWarning => {
          const left = leftCells(found);
          const place = left ? ` Columns ${left.columns}; rows ${left.rows}.` : '';
          return { key, message: message + place, ...(file !== undefined && { file }), ...(left && { cells: left }) };
        };
        const listed = [...subjects]
          .slice(0, listedSubjects)
          .map(([subject, found]) => one(sentence(subject, found.times), found));
        const others = [...subjects.values()].slice(listedSubjects);
        if (others.length === 0) return listed;
        const text = `The same holds for ${others.length.toLocaleString('en-US')} more.`;
        return [...listed, one(text, together(others))];
      });
    },
  };
}

const nothing = (): Found => ({ times: 0, cells: 0, columns: new Set(), rows: new Set() });

function together(found: Found[]): Found {
  const all = nothing();
  for (const { times, cells: left, sheet, columns, rows } of found) {
    all.times += times;
    all.cells += left;
    all.sheet ??= sheet;
    for (const column of columns) all.columns.add(column);
    for (const row of rows) all.rows.add(row);
  }
  return all;
}

function leftCells({ cells: count, sheet, columns, rows }: Found): LeftCells | undefined {
  if (count === 0) return undefined;
  return {
    count,
    ...(sheet !== undefined && { sheet }),
    columns: columns.size > 0 ? ranges([...columns], lettersOf) : 'all',
    rows: rows.size > 0 ? ranges([...rows], String) : 'all',
  };
}

/** Ranges that are listed; further ones are an ellipsis. */
const listedRanges = 12;

/** Numbers as ranges. @example ranges([1, 2, 3, 7], String) // '1-3, 7' */
function ranges(numbers: number[], named: (number: number) => string): string {
  const sorted = numbers.sort((a, b) => a - b);
  const spans: [first: number, last: number][] = [];
  for (const number of sorted) {
    const last = spans.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else spans.push([number, number]);
  }
  const listed = spans
    .slice(0, listedRanges)
    .map(([first, last]) => (first === last ? named(first) : `${named(first)}-${named(last)}`));
  return [...listed, ...(spans.length > listedRanges ? ['…'] : [])].join(', ');
}

/** The letters of a column, by its index from 0: 27 is AB. */
export function lettersOf(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Thrown where a file, or the whole zip, cannot be read as soil results. */
export class SoilRefused extends Error {
  readonly refusal: SoilRefusal;

  constructor(refusal: SoilRefusal, options?: ErrorOptions) {
    super(refusal.message, options);
    this.refusal = refusal;
  }
}
