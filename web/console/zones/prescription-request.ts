import type { RateUnit } from '../../../domain/prescriptions/rate-units.ts';

/** Units of rates in the order of a list; the record makes sure that none is missing. */
const units: Record<RateUnit, true> = {
  'lbs/ac': true,
  'kg/ha': true,
  'lbs(N)/ac': true,
  'kg(N)/ha': true,
  'ton/ac': true,
  't/ha': true,
  'gal/ac': true,
  'l/ha': true,
  'kS/ac': true,
  'kS/ha': true,
  'S/ac': true,
  'S/ha': true,
};
export const rateUnits = Object.keys(units) as RateUnit[];

/** What the form of a prescription holds. */
export interface PrescriptionForm {
  /** As entered, by the id of the zone; zones with an empty text get no rate of their own. */
  rates: Readonly<Record<string, string>>;
  /** As entered; empty for none. */
  restRate: string;
  rateUnit: RateUnit;
}

/** The body of `fromZones`. */
export interface ZonePrescription {
  fieldId: string;
  rates: { zoneId: string; rate: number }[];
  restRate?: number;
  rateUnit: RateUnit;
}

/** What `fromZones` answers without `to`, as far as the screen shows it. */
export interface Inspection {
  area: { value: number; unit: string };
  rate?: { min: number; max: number; mean: number };
  total?: { value: number; unit: string };
  levels?: { rate: number; polygons: number; area: number; amount?: number }[];
  field?: { outside: { value: number; unit: string }; uncovered: { value: number; unit: string } };
  /** A data URL of a PNG. */
  picture?: string;
  findings: { message: string }[];
}

/**
 * The request that a form stands for.
 *
 * @throws Error with a sentence on what is missing.
 */
export function prescriptionOf(fieldId: string, { rates, restRate, rateUnit }: PrescriptionForm): ZonePrescription {
  const given = Object.entries(rates).flatMap(([zoneId, text]) =>
    text.trim() === '' ? [] : [{ zoneId, rate: rateIn(text) }],
  );
  if (given.length === 0) throw new Error('Give at least one zone a rate.');
  const rest = restRate.trim() === '' ? {} : { restRate: rateIn(restRate) };
  return { fieldId, rates: given, ...rest, rateUnit };
}

function rateIn(text: string): number {
  const rate = Number(text.trim().replace(',', '.'));
  if (!Number.isFinite(rate) || rate < 0) throw new Error(`${text.trim()} is not a rate: enter a number from 0.`);
  return rate;
}
