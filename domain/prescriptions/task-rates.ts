import { type RateUnit, rateUnits } from './rate-units.ts';

/** An application rate of ISO 11783-11: setpoints, and their like, in the unit of a prescription. */
interface RateEntry {
  unit: RateUnit;
  /** Rates in one step of the integers. */
  step: number;
}

/**
 * Application rates by DDI (isobus.net, ISO 11783-11): setpoint, actual, default, minimum and maximum of volume (0.01 mm³/m²), mass (1 mg/m²) and count
 * (0.001 /m²) for an area. Task controllers write zones with setpoints.
 */
const ranges: readonly (RateEntry & { from: number; to: number })[] = [
  { from: 1, to: 5, unit: 'l/ha', step: 1e-4 },
  { from: 6, to: 10, unit: 'kg/ha', step: 1e-2 },
  { from: 11, to: 15, unit: 'S/ha', step: 10 },
];

/** @example rateEntry('0006') // { unit: 'kg/ha', step: 0.01 } */
export function rateEntry(ddi: string): RateEntry | undefined {
  const number = Number.parseInt(ddi, 16);
  return ranges.find(({ from, to }) => number >= from && number <= to);
}

/** The setpoint in which a unit is written. */
export const setpoints = {
  volume: { ddi: '0001', step: 1e-4 },
  mass: { ddi: '0006', step: 1e-2 },
  count: { ddi: '000B', step: 10 },
} as const;

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
