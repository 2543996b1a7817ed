import { Problem } from '../errors.ts';
import type { PrescriptionFacts } from './prescription-check.ts';

/** What is put on a field, as a grower may state it. */
export const prescribedKinds = ['planting', 'application'] as const;

export type PrescribedKind = (typeof prescribedKinds)[number];

/** Words of columns for what is applied, never planted. */
const applied = new Set(
  'gal gals gallon gallons gpa liter liters litre litres uan urea nh3 anhydrous nitrogen potash phosphate lime gypsum manure slurry fert fertilizer fertiliser herbicide fungicide spray'.split(
    ' ',
  ),
);

/**
 * Refuses a prescription that is not for planting: by what the caller says, or else by the columns with its rates.
 *
 * @throws Problem 400 `prescriptionNotPlanting`.
 */
export function refuseUnlessPlanting(
  provider: string,
  facts: Pick<PrescriptionFacts, 'rates'> | undefined,
  kind: PrescribedKind | undefined,
): void {
  const column = facts?.rates.map((rate) => rate.column).find(isApplied);
  if (kind === 'planting' || (kind === undefined && column === undefined)) return;
  const why = kind === undefined ? `the column ${column} is of what is applied` : 'the request says kind=application';
  const message = `${provider} documents prescriptions for planting alone, and ${why}. Nothing was sent.`;
  const hint = kind === undefined ? ' If it is for planting, say so: `kind=planting`.' : '';
  throw new Problem('invalid', message + hint, {
    errorKey: 'prescriptionNotPlanting',
    errors: [{ pointer: kind === undefined ? '#/file' : '#/kind', message: message + hint }],
  });
}

const isApplied = (column: string): boolean =>
  column
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => applied.has(word));
