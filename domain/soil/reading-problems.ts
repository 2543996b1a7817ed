import type { SoilRefusal } from './soil-reader.ts';
import type { SoilWarning } from './soil-reading.ts';

/** Makes a sentence of what it is about and how often it was found. */
type Sentence = (subject: string, times: number) => string;

const results = (times: number) => (times === 1 ? '1 result' : `${times.toLocaleString('en-US')} results`);
const samples = (times: number) => (times === 1 ? '1 sample' : `${times.toLocaleString('en-US')} samples`);

/** What is doubtful or was left out, with its message. The vocabulary is closed. */
export const soilWarnings = {
  unknownAnalyte: (subject, times) =>
    `"${subject}" is not among the known analytes; ${results(times)} are kept under this name, in the unit of the file.`,
  unknownUnit: (subject, times) => `The unit "${subject}" is not known; ${results(times)} are kept in it.`,
  unitDoesNotFit: (subject, times) =>
    `${subject} cannot be converted; ${results(times)} are kept in the unit of the file.`,
  noUnit: (subject, times) =>
    `The file names no unit for ${subject}; ${results(times)} have no canonical value, only the original one.`,
  unitAssumed: (subject, times) =>
    `The file names no unit for ${subject}, which has no other in reports of laboratories: it was assumed for ${results(times)}.`,
  convertedByDepth: (subject, times) =>
    `${results(times)} of ${subject} were converted by the depth of the sample, as if soil of 6 2/3 inches weighed 2,000,000 lb/ac.`,
  implausible: (subject, times) =>
    `${results(times)} of ${subject} are beyond what soils have. They are kept: check the unit in the file.`,
  unknownMethod: (subject, times) =>
    `The method "${subject}" is not known; ${results(times)} have it only as the original.`,
  noValue: (subject, times) => `${results(times)} of ${subject} are marks of a missing value and were left out.`,
  depthWithoutUnit: (subject, times) =>
    `The file names no unit for the depth ${subject} of ${samples(times)}; it is kept without centimetres.`,
  placesJoined: (subject, times) => `The places of ${samples(times)} were taken from ${subject}, by their ids.`,
  twoPlaces: (subject) => `The file has two places for the id "${subject}", so that neither is used.`,
  noGeometries: (_, times) => `The shapefile has no geometry for ${samples(times)}.`,
  noDate: (_, times) => `No file says on which day ${samples(times)} were taken.`,
  repeatedSampleId: (subject, times) =>
    `The id "${subject}" is that of another sample of the same depth too; ${samples(times)} got an id with a number.`,
  sameSampling: (subject, times) =>
    `The file has the same results of ${samples(times)} as ${subject}, which says more of them, and was left out.`,
  noPlace: (_, times) => `No file says where ${samples(times)} were taken; the geometry is null.`,
  notOnLand: (subject, times) => `The place ${subject} of ${samples(times)} cannot be right; the geometry is null.`,
  unreadablePlace: (subject, times) => `The geometry "${subject}" of ${samples(times)} cannot be read; it is null.`,
  notSoil: (subject, times) => `${samples(times)} of ${subject} are no soil samples and were left out.`,
  noSampleId: (_, times) => `${samples(times)} have no id; the number of the row is used.`,
  unknownColumn: (subject, times) =>
    `The column "${subject}" is not understood; its ${times.toLocaleString('en-US')} texts were left out.`,
  unreadableDate: (subject, times) => `"${subject}" of ${samples(times)} is no date and was left out.`,
  ambiguousDate: (subject) =>
    `Dates such as "${subject}" have two meanings, and nothing in the file decides; the month was taken to come first, or the day if the file has decimal commas. Write dates as YYYY-MM-DD.`,
  contradictoryDates: (subject) =>
    `Some dates of the file have the day first and others the month, so that dates such as "${subject}" may be wrong. Write dates as YYYY-MM-DD.`,
  mixedDecimals: (subject) =>
    `Numbers of the file have decimal points and also commas ("${subject}"); those with a comma are kept as text.`,
  assumedEncoding: (subject) => `The text is not UTF-8 and was read as ${subject}.`,
  formulaWithoutValue: (subject, times) =>
    `${times.toLocaleString('en-US')} formulas of the sheet "${subject}" have no computed value and were left out. Open the workbook in its program and save it.`,
  unreadableFile: (subject) => subject,
} satisfies Record<string, Sentence>;

export type SoilWarningKey = keyof typeof soilWarnings;

/** Subjects that are listed for one key in one file; further ones are only counted. */
const listedSubjects = 30;

/** Collects warnings, each subject once with its number. */
export interface WarningLog {
  add(key: SoilWarningKey, file: string | undefined, subject?: string, times?: number): void;
  all(): SoilWarning[];
}

/**
 * @example
 * const log = warningLog();
 * log.add('unknownUnit', 'a.csv', 'grains');
 * log.all(); // [{ key: 'unknownUnit', message: 'The unit "grains" is not known; one result …', file: 'a.csv' }]
 */
export function warningLog(): WarningLog {
  const groups = new Map<string, { key: SoilWarningKey; file: string | undefined; subjects: Map<string, number> }>();
  return {
    add(key, file, subject = '', times = 1) {
      const name = `${key}\0${file ?? ''}`;
      const group = groups.get(name) ?? { key, file, subjects: new Map() };
      groups.set(name, group);
      group.subjects.set(subject, (group.subjects.get(subject) ?? 0) + times);
    },
    all() {
      return [...groups.values()].flatMap(({ key, file, subjects }) => {
        const sentence: Sentence = soilWarnings[key];
        const one = (message: string): SoilWarning => ({ key, message, ...(file !== undefined && { file }) });
        const listed = [...subjects].slice(0, listedSubjects).map(([subject, times]) => one(sentence(subject, times)));
        const more = subjects.size - listed.length;
        return more > 0 ? [...listed, one(`The same holds for ${more.toLocaleString('en-US')} more.`)] : listed;
      });
    },
  };
}

/** Thrown where a file, or the whole zip, cannot be read as soil results. */
export class SoilRefused extends Error {
  readonly refusal: SoilRefusal;

  constructor(refusal: SoilRefusal, options?: ErrorOptions) {
    super(refusal.message, options);
    this.refusal = refusal;
  }
}
