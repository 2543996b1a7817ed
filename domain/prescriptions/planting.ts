import { Problem } from '../errors.ts';
import type { PrescriptionFacts } from './prescription-check.ts';
import { type RateUnit, rateUnitParts } from './rate-units.ts';

/** What is put on a field, as a grower may state it. */
export const prescribedKinds = ['planting', 'application'] as const;

export type PrescribedKind = (typeof prescribedKinds)[number];

/** Words of columns for what is applied, never planted. */
const applied = new Set(
  'gal gals gallon gallons gpa liter liters litre litres uan urea nh3 anhydrous nitrogen potash phosphate lime gypsum manure slurry fert fertilizer fertiliser herbicide fungicide spray'.split(
    ' ',
  ),
);

/** Parts of words in columns for what is planted: seeds, populations, hybrids. */
const planted = ['seed', 'planting', 'planted', 'plantpop', 'popul', 'hybrid', 'variet'];

/**
 * Refuses a prescription that is not for planting, or may not be: by what the caller says, or else by the columns with its rates.
 *
 * @throws Problem 400 `prescriptionNotPlanting`; 400 `prescriptionKindOpen` if neither says what the rates are of.
 */
export function refuseUnlessPlanting(
  provider: string,
  facts: Pick<PrescriptionFacts, 'rates'> | undefined,
  kind: PrescribedKind | undefined,
): void {
  const columns = facts?.rates.map(({ column }) => column) ?? [];
  const refuse = (errorKey: 'prescriptionNotPlanting' | 'prescriptionKindOpen', pointer: string, why: string) => {
    const message = `${provider} documents prescriptions for planting alone, and ${why}`;
    throw new Problem('invalid', message, { errorKey, errors: [{ pointer, message }] });
  };
  if (kind === 'planting') return;
  if (kind === 'application') {
    refuse('prescriptionNotPlanting', '#/kind', 'the request says kind=application. Nothing was sent.');
  }
  const column = columns.find(isApplied);
  if (column !== undefined) {
    const why = `the column ${column} is of what is applied. Nothing was sent. If it is for planting, say so: kind=planting.`;
    refuse('prescriptionNotPlanting', '#/file', why);
  }
  if (columns.some(isPlanted)) return;
  const named = columns.length === 1 ? `the column ${columns[0]} does` : 'the columns do';
  const why = `${named} not say what the rates are of. Nothing was sent. If it is for planting, say so: kind=planting.`;
  refuse('prescriptionKindOpen', '#/kind', why);
}

/** The name of a rate column of a prescription that is written for planting, and whose own column does not say so. */
const plantingColumn = 'seed_rate';

/**
 * The column of a prescription that is written for a provider which documents planting alone: naming that provider says what the rates are of.
 *
 * @param column as it can be written.
 * @returns undefined if the column, or the unit, is of what is applied and never planted.
 * @example plantingColumnFor('rate', 'kg/ha') // 'seed_rate'
 */
export function plantingColumnFor(column: string, unit: RateUnit | undefined): string | undefined {
  const { dimension, ofNitrogen } = unit ? rateUnitParts(unit) : {};
  if (isApplied(column) || dimension === 'volume' || ofNitrogen) return undefined;
  return isPlanted(column) ? column : plantingColumn;
}

const wordsOf = (column: string) => column.toLowerCase().split(/[^a-z0-9]+/);

const isApplied = (column: string): boolean => wordsOf(column).some((word) => applied.has(word));

const isPlanted = (column: string): boolean =>
  wordsOf(column).some((word) => word === 'pop' || planted.some((part) => word.includes(part)));
