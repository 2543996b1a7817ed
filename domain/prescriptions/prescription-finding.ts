import * as z from 'zod';
import { inspectionFindings } from './findings/inspection-findings.ts';
import { shapeFindings } from './findings/shape-findings.ts';
import { zipFindings } from './findings/zip-findings.ts';

/** Everything that a prescription can have against it. An `error` keeps it from being sent; a `warning` does not. The vocabulary is closed. */
const vocabulary = { ...zipFindings, ...shapeFindings, ...inspectionFindings } as const;

export type FindingCode = keyof typeof vocabulary;

type DetailsOf<C extends FindingCode> = Parameters<(typeof vocabulary)[C]['message']>[0];

/** Something that a prescription has against it, and where. */
export const prescriptionFindingSchema = z
  .object({
    code: z.enum(Object.keys(vocabulary) as [FindingCode, ...FindingCode[]]).describe('The finding, for programs.'),
    severity: z
      .enum(['error', 'warning'])
      .describe('An `error` keeps the prescription from being sent; a `warning` does not.'),
    entry: z.string().optional().describe('The file in the zip.'),
    column: z.string().optional().describe('The column that it is about; absent if it is about none.'),
    row: z.int().positive().optional().describe('From 1, of the first one of its kind.'),
    rows: z.int().positive().optional().describe('How many rows have it, where it is more than one.'),
    message: z.string().describe('The finding as a sentence, for people.'),
    hint: z.string().describe('What to do about it.'),
  })
  .meta({ id: 'PrescriptionFinding' });

export type PrescriptionFinding = z.infer<typeof prescriptionFindingSchema>;

/** Where a finding is. */
export type FindingLocation = Pick<PrescriptionFinding, 'entry' | 'column' | 'row' | 'rows'>;

/**
 * Makes a finding of the vocabulary.
 *
 * @example finding('rateMissing', { entry: 'Rx/north.dbf', column: 'rate', row: 12 })
 */
export function finding<C extends FindingCode>(
  code: C,
  location: FindingLocation,
  ...[details]: DetailsOf<C> extends undefined ? [] : [details: DetailsOf<C>]
): PrescriptionFinding {
  const { severity, message, hint } = vocabulary[code];
  const { entry, column, row, rows } = location;
  return {
    code,
    severity,
    ...(entry !== undefined && { entry }),
    ...(column !== undefined && { column }),
    ...(row !== undefined && { row }),
    ...(rows !== undefined && rows > 1 && { rows }),
    message: (message as (details: unknown) => string)(details),
    hint,
  };
}
