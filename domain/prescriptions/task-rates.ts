import { type RateUnit, rateUnits } from './rate-units.ts';

/** A setpoint of an application rate of ISO 11783-11, in the unit of a prescription. */
interface RateEntry {
  unit: RateUnit;
  /** Rates in one step of the integers. */
  step: number;
}

/**
 * The setpoints by which rates are written and read (isobus.net, ISO 11783-11): of volume (0.01 mm³/m²), mass (1 mg/m²) and count (0.001 /m²) for an area. Each is
 * followed by the actual, the default, the minimum and the maximum rate, which prescribe nothing.
 */
export const setpoints = {
  volume: { ddi: '0001', step: 1e-4, unit: 'l/ha' },
  mass: { ddi: '0006', step: 1e-2, unit: 'kg/ha' },
  count: { ddi: '000B', step: 10, unit: 'S/ha' },
} as const satisfies Record<string, RateEntry & { ddi: string }>;

/** The setpoint of a DDI. @example rateEntry('0006') // { unit: 'kg/ha', step: 0.01 } */
export function rateEntry(ddi: string): RateEntry | undefined {
  return Object.values(setpoints).find((one) => Number.parseInt(one.ddi, 16) === Number.parseInt(ddi, 16));
}

/** How integers are shown to people (VPN): (integer + offset) × scale, in a unit. */
export interface Presentation {
  offset: number;
  scale: number;
  unit: string;
}

/** Other spellings of units. */
const spellings: Readonly<Record<string, RateUnit>> = {
  'lb/ac': 'lbs/ac',
  'seeds/ha': 'S/ha',
  'seeds/ac': 'S/ac',
};

/** The unit that a presentation names; undefined if it is none of a prescription. */
export function shownUnit({ unit }: Presentation): RateUnit | undefined {
  const text = unit.trim().toLowerCase();
  return rateUnits.find((known) => known.toLowerCase() === text) ?? spellings[text];
}
