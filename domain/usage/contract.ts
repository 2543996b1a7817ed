import * as z from 'zod';
import { addDays, type Day, type DayRange, daysBetween, earlier, later } from '../weather/days.ts';
import type { UsageFact } from './usage-fact.ts';

/** What contracts count, as the interface names it. */
export const contractProducts = [
  'FIELDS_BOUNDARY',
  'AUDIT_FIELDS_BOUNDARY',
  'OPERATIONS_FILE',
  'OPERATIONS_OPERATION',
  'SATELLITE_PROCESS_PLANET',
  'SATELLITE_PROCESS_SENTINEL',
  'UNIFIED_AREA',
] as const;
export type ContractProduct = (typeof contractProducts)[number];

/** The product that shows the boundaries that are there, and not what was worked in a term. */
export const auditProduct = 'AUDIT_FIELDS_BOUNDARY' satisfies ContractProduct;

const counted: Partial<Record<UsageFact['product'], ContractProduct>> = {
  fieldBoundaries: 'FIELDS_BOUNDARY',
  machineFiles: 'OPERATIONS_FILE',
  fieldOperations: 'OPERATIONS_OPERATION',
  satelliteProcessPlanet: 'SATELLITE_PROCESS_PLANET',
  satelliteProcessSentinel: 'SATELLITE_PROCESS_SENTINEL',
};

/**
 * The contracts in which a fact counts. Weather counts in none, as the interface has no product for it.
 *
 * @example productsOf('machineFiles') // ['OPERATIONS_FILE', 'UNIFIED_AREA']
 */
export function productsOf(product: UsageFact['product']): ContractProduct[] {
  const own = counted[product];
  return own ? [own, 'UNIFIED_AREA'] : [];
}

const midnight = z.iso.datetime().describe('Midnight UTC.');

export const contractSchema = z
  .object({
    id: z.uuid().describe('Id of the contract.'),
    product: z.enum(contractProducts).describe('What the contract counts.'),
    startDate: midnight.describe('The first day of the term, at midnight UTC.'),
    endDate: midnight.describe('The last day of the term, at midnight UTC; it is part of the term.'),
    region: z.null().describe('Always null: Furrow does not divide use by regions.'),
  })
  .meta({ id: 'UsageContract' });
export type ShownContract = z.infer<typeof contractSchema>;

/** The days of a contract, both included. */
export interface Term {
  start: Day;
  end: Day;
}

/** A product's use in a yearly term. */
export interface Contract extends Term {
  id: string;
  product: ContractProduct;
}

/**
 * The yearly term with a day. Terms begin on the day of the first use and on its anniversaries, which of 29 February is the 28th in other years. A day before
 * the first one, of work that was counted late, belongs to the first term.
 *
 * @example termOf('2026-03-10', '2027-03-09') // { start: '2026-03-10', end: '2027-03-09' }
 */
export function termOf(firstDay: Day, day: Day): Term {
  let years = Math.max(0, Number(day.slice(0, 4)) - Number(firstDay.slice(0, 4)));
  if (years > 0 && day < anniversary(firstDay, years)) years -= 1;
  return { start: anniversary(firstDay, years), end: addDays(anniversary(firstDay, years + 1), -1) };
}

/** Every term from the first use to a day. */
export function termsUntil(firstDay: Day, day: Day): Term[] {
  const last = termOf(firstDay, day).start;
  const years = Math.round(daysBetween(firstDay, last) / 365.25);
  return Array.from({ length: years + 1 }, (_, index) => termOf(firstDay, anniversary(firstDay, index)));
}

/**
 * The days of a range by the contract that has them. Days of before the first contract are left out; those of a term in which nothing was used have none.
 *
 * @param contracts those of one product, at least one, the oldest first.
 */
export function byContract(
  contracts: readonly Contract[],
  { from, to }: DayRange,
): { contract?: Contract; days: DayRange }[] {
  const parts: { contract?: Contract; days: DayRange }[] = [];
  let next = later(from, contracts[0]?.start ?? from);
  const unusedUntil = (end: Day) => {
    if (next <= end) parts.push({ days: { from: next, to: end } });
    next = later(next, addDays(end, 1));
  };
  for (const contract of contracts) {
    if (contract.end < next || contract.start > to) continue;
    unusedUntil(addDays(contract.start, -1));
    const end = earlier(contract.end, to);
    parts.push({ contract, days: { from: next, to: end } });
    next = addDays(end, 1);
  }
  unusedUntil(to);
  return parts;
}

function anniversary(firstDay: Day, years: number): Day {
  const year = String(Number(firstDay.slice(0, 4)) + years).padStart(4, '0');
  const same = `${year}${firstDay.slice(4)}`;
  const isLeap = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1;
  return same.endsWith('-02-29') && !isLeap ? `${year}-02-28` : same;
}

/** A contract as it is answered. */
export function shownContract({ id, product, start, end }: Contract): ShownContract {
  return { id, product, startDate: atMidnight(start), endDate: atMidnight(end), region: null };
}

/** The time at which a day begins. @example atMidnight('2026-03-10') // '2026-03-10T00:00:00.000Z' */
export function atMidnight(day: Day): string {
  return `${day}T00:00:00.000Z`;
}
