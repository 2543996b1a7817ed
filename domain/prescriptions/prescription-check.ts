import * as z from 'zod';
import { Problem } from '../errors.ts';
import { type PrescriptionFinding, prescriptionFindingSchema } from './prescription-finding.ts';
import type { PrescriptionTarget } from './zip-rules.ts';

/** What a zip is checked for. */
export interface CheckOrder {
  target: PrescriptionTarget;
  /** The name of the file as the provider gets it, with its extension. */
  fileName: string;
  /** The column with the rates. Without one, every numeric column may be it, and is checked. */
  rateColumn?: string | undefined;
}

/** A numeric column that has been read. */
const ratesSchema = z.object({
  column: z.string().describe('The name of the column.'),
  min: z.number().describe('The lowest rate.'),
  max: z.number().describe('The highest rate.'),
  /** Rows with a rate. */
  rows: z.int().nonnegative().describe('Rows with a rate.'),
});

/** What a zip holds. */
export const prescriptionFactsSchema = z
  .object({
    entry: z.string().describe('The .shp in the zip.'),
    polygons: z.int().nonnegative().describe('Rows with a polygon, of one or several parts.'),
    columns: z.array(z.string()).describe('The names of all columns.'),
    rates: z.array(ratesSchema).describe('The column with the rates, or all numeric columns if none was named.'),
    bounds: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .optional()
      .describe('West, south, east and north in the coordinates of the file.'),
  })
  .meta({ id: 'PrescriptionFacts' });

export type PrescriptionFacts = z.infer<typeof prescriptionFactsSchema>;

/** The result of a check. A prescription may be sent if no finding is an error. */
export const prescriptionCheckSchema = z
  .object({
    findings: z.array(prescriptionFindingSchema).describe('What is wrong or doubtful; empty if nothing is.'),
    facts: prescriptionFactsSchema.optional().describe('Absent if the zip has no readable shapefile.'),
  })
  .meta({ id: 'PrescriptionCheck' });

export type PrescriptionCheck = z.infer<typeof prescriptionCheckSchema>;

/** Whether a prescription must not be sent. */
export function isUnfit({ findings }: Pick<PrescriptionCheck, 'findings'>): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/**
 * Refuses a prescription with an error. @throws Problem 400 `prescriptionUnfit`, with each error at `#/file`.
 *
 * @example refuseUnfit(await reader.check(content, { target: 'trimble', fileName: 'north.zip', rateColumn: 'rate' }));
 */
export function refuseUnfit(check: PrescriptionCheck): void {
  if (!isUnfit(check)) return;
  const errors = check.findings
    .filter(({ severity }) => severity === 'error')
    .map((found) => ({ pointer: '#/file', message: wordsOf(found) }));
  const detail = errors[0]?.message ?? '';
  throw new Problem('invalid', detail, {
    errorKey: 'prescriptionUnfit',
    errors,
    members: { findings: check.findings },
  });
}

/** A finding as a sentence that begins with where it is. */
export function wordsOf({ entry, column, row, rows, message, hint }: PrescriptionFinding): string {
  const many = rows === undefined ? '' : ` and ${(rows - 1).toLocaleString('en')} more`;
  const where = [entry, column && `column ${column}`, row && `row ${row}${many}`].filter(Boolean).join(', ');
  return `${where ? `${where}: ` : ''}${message} ${hint}`;
}
