import * as z from 'zod';
import { shownColumns } from './points/needed-columns.ts';
import { attemptProblems } from './problems/attempts.ts';
import { contradictionProblems } from './problems/contradictions.ts';
import { exportProblems } from './problems/exports.ts';
import { implausibleProblems } from './problems/implausible.ts';
import { unitProblems } from './problems/units.ts';

/** A problem of a batch or a file, and how to fix it. */
export const machineProblemSchema = z
  .object({
    file: z.string().describe('The path of the file inside the upload, including archives and folders.'),
    code: z.string().describe('The problem, for programs.'),
    message: z.string().describe('The problem as a sentence, for people.'),
    hint: z.string().describe('What to do about it.'),
    severity: z.enum(['error', 'warning']).describe('An error means that this file, or part of it, is not converted.'),
  })
  .meta({ id: 'MachineFileProblem' });

export type MachineProblem = z.infer<typeof machineProblemSchema>;

const inEnglish = (count: number) => count.toLocaleString('en');

/** Values of a property that were left out. Rows are counted from 1. */
export interface LeftOutNumbers {
  property: string;
  count: number;
  firstRow: number;
}

const counted = ({ property, count, firstRow }: LeftOutNumbers) =>
  `${inEnglish(count)} of ${property} (${count === 1 ? 'in' : 'the first in'} row ${inEnglish(firstRow)})`;

interface RasterSize {
  pixels: number;
  bands: number;
}

const cropHint =
  'Nothing in the file says which crop it is: name it as PUT /batch/{batchId}/retry?crop=wheat for this upload, or with the parameter crop of the next one. ';

/** Every problem of machine files, with its message and hint. Those of archives are shared with boundary files. */
const vocabulary = {
  ...exportProblems,
  ...unitProblems,
  unrecognisedFile: {
    severity: 'warning',
    message: ({ looksLike }: { looksLike: string; advice?: string }) =>
      `The file was left out: it looks like ${looksLike}.`,
    hint: ({
      advice = 'Otherwise export the data as a shapefile, ISO 11783 task data or text.',
    }: {
      advice?: string;
    }) => `No action is needed if it contains no field work. ${advice}`,
  },
  otherGeodata: {
    severity: 'warning',
    message: ({ what }: { what: string }) =>
      `The file was left out: it is ${what}, which is read as field boundaries, not as machine data.`,
    hint: 'Send field boundaries to the upload service instead (POST /services/uploadservice/api/upload), and field work as a shapefile, GeoJSON, ISO 11783 task data or text.',
  },
  proprietaryFormat: {
    severity: 'error',
    message: ({ format }: { format: string; instead: string }) =>
      `${format} is a proprietary format without a published description and cannot be read here.`,
    hint: ({ instead }: { format: string; instead: string }) => instead,
  },
  incompleteSet: {
    severity: 'error',
    message: ({ what }: { what: string }) => `The set of files is incomplete: ${what}.`,
    hint: 'Put all files of the export into the zip, in the folders in which the display or program wrote them.',
  },
  tooManySets: {
    severity: 'error',
    message: ({ sets, limit }: { sets: number; limit: number }) =>
      `The upload contains ${sets} sets of machine data; the limit is ${limit}, so this one was left out.`,
    hint: 'Send the rest in a second upload.',
  },
  unreadable: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The file cannot be read: ${reason}.`,
    hint: 'Check that it opens in your own program, export it again and upload it once more.',
  },
  rasterTooLarge: {
    severity: 'error',
    message: ({ pixels, bands, maxPixels, maxValues }: RasterSize & { maxPixels: number; maxValues: number }) =>
      `The raster has ${inEnglish(pixels)} pixels in ${inEnglish(bands)} bands; at most ${inEnglish(maxPixels)} pixels, and ${inEnglish(maxValues)} in all bands together, are allowed.`,
    hint: 'Export it with larger pixels (a few metres are as fine as a machine works), or as one raster for each field.',
  },
  damagedPart: {
    severity: 'warning',
    message: ({ what }: { what: string }) => `A part is damaged and was left out: ${what}.`,
    hint: 'What could be read is there. Copy the data from the display again if the missing part matters.',
  },
  lessThanStated: {
    severity: 'warning',
    message: ({ read, expected, what, by }: { read: number; expected: number; what: string; by: string }) =>
      `Only ${inEnglish(read)} of ${inEnglish(expected)} ${what} are there: ${by} says that there are more.`,
    hint: 'The existing part was read. The file was probably cut off while it was copied or sent: export it again if the missing part matters.',
  },
  impossibleNumbers: {
    severity: 'warning',
    message: ({ numbers }: { numbers: LeftOutNumbers[] }) =>
      `Values that are not numbers, or are impossibly large, were left out: ${numbers.map(counted).join(', ')}.`,
    hint: 'The points are there without these values. Correct the values in your own program and upload the file again if they matter.',
  },
  ...implausibleProblems,
  clockNeverSet: {
    severity: 'warning',
    message: () => 'All times of the file are before 1990: the clock of the machine was never set.',
    hint: 'The points are there with these times. Set the clock of the terminal, or correct the dates in your own program and upload the file again.',
  },
  ...contradictionProblems,
  unstatedUnits: {
    severity: 'error',
    message: ({ columns }: { columns: string[] }) =>
      `The units of these columns are not known, so they were left out: ${shownColumns(columns)}.`,
    hint: 'Monitors write them in different units, and nothing in the file says which. Write the unit in brackets behind each name in the first line of the text, such as Flow(lb/s), Yield(t/ha), Swath(ft) or Distance(m), and upload the file again; export a shapefile as text for that.',
  },
  unsupportedOperation: {
    severity: 'error',
    message: ({ type }: { type: string; advice?: string }) => `unsupported operation type: ${type}`,
    hint: ({ advice = 'Other kinds of work have no standard form.' }: { advice?: string }) =>
      `Harvest, planting, application and tillage are converted. ${advice}`,
  },
  otherOperations: {
    severity: 'warning',
    message: ({ operations, taken }: { operations: string[]; taken: string }) =>
      `The file also holds ${operations.join(' and ')} work, of which only the ${taken} part is converted.`,
    hint: 'Export the tasks of each kind of work on their own and upload them one by one.',
  },
  missingProperties: {
    severity: 'error',
    message: ({ properties }: { properties: string[] }) => `missing required properties: ${properties.join(', ')}`,
    hint: ({ properties }: { properties: string[] }) =>
      `${properties.includes('crop') ? cropHint : ''}${properties.every((name) => name === 'crop') ? '' : 'Export the data with these columns. '}The setting outOfStandardOperations accepts such files as they are.`,
  },
  noPoints: {
    severity: 'error',
    message: () => 'no points passed the filter',
    hint: 'Every point broke one of the cleanup rules; `pointCounts` of the file counts them by property.',
  },
  noReadableData: {
    severity: 'error',
    message: () => 'no readable data',
    hint: 'The file was recognised, but it has no point with a position and a value.',
  },
  missingProjection: {
    severity: 'error',
    message: () => 'The file does not say which coordinate system it uses, and its coordinates are not degrees.',
    hint: 'Add the .prj file that belongs to it, or export it as WGS 84 (longitude and latitude).',
  },
  ...attemptProblems,
  recordUnwritable: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The result cannot be stored: ${reason}.`,
    hint: 'Look for impossible values, such as amounts of many digits, correct them and upload the file again; or split it into several files.',
  },
  notDelivered: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The provider has delivered no machine data. ${reason}`,
    hint: 'Look at the file or the operation at the provider, and at the permissions that the grower has given. After a change there, or when the account has been connected anew, it is fetched again.',
  },
} satisfies Record<
  string,
  {
    severity: MachineProblem['severity'];
    message: (details: never) => string;
    hint: string | ((details: never) => string);
  }
>;

export type MachineProblemCode = keyof typeof vocabulary;
export const machineProblemCodes = Object.keys(vocabulary) as MachineProblemCode[];

type Details<C extends MachineProblemCode> = Parameters<(typeof vocabulary)[C]['message']>[0];

/** Thrown if a result cannot be made, however often it is tried; the problem is the reason. */
export class NotMade extends Error {
  readonly problem: MachineProblem;

  constructor(problem: MachineProblem) {
    super(`${problem.file}: ${problem.message}`);
    this.problem = problem;
  }
}

/**
 * Makes a problem of the vocabulary.
 *
 * @example machineProblem('unreadable', 'north.zip/a.shp', { reason: 'it ends within its header' })
 */
export function machineProblem<C extends MachineProblemCode>(
  code: C,
  file: string,
  ...[details]: Details<C> extends undefined ? [] : [details: Details<C>]
): MachineProblem {
  const { severity, message, hint } = vocabulary[code];
  const made = hint as string | ((details: unknown) => string);
  return {
    file,
    code,
    message: (message as (details: unknown) => string)(details),
    hint: typeof made === 'string' ? made : made(details),
    severity,
  };
}
