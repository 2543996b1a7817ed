import * as z from 'zod';
import { inOrder, instant, textFilter } from '../parameters.ts';
import { providerFilter } from '../providers/provider-filter.ts';
import { originTypes } from './asset.ts';
import type { Shown } from './asset-store.ts';

/** A moment that a member must equal, and the open bounds around it. */
const exact = (what: string) => instant.optional().describe(`Exactly this ${what}.`);
const bound = (which: string) => instant.optional().describe(`${which} this moment, which is not included.`);

export const originFilter = z.enum(originTypes).optional().describe('Only machines of this origin.');

/** Filters of a list of machines. Texts match exactly. */
export const machineFilters = {
  name: textFilter.describe('Only machines with this name.'),
  provider: providerFilter.describe('`Svc` for machines that were entered by hand.'),
  providerOrganizationId: textFilter.describe('Only machines of this organization at the provider.'),
  providerMachineId: textFilter.describe('Only the machine with this id at the provider.'),
  serialNumber: textFilter.describe('Only machines with this serial number.'),
  vin: textFilter.describe('Only machines with this vehicle identification number.'),
  originType: originFilter,
  createdTime: exact('time'),
  beforeCreatedTime: bound('Created before'),
  afterCreatedTime: bound('Created after'),
  updatedAt: exact('time of the last change'),
  beforeUpdatedAt: bound('Last changed before'),
  afterUpdatedAt: bound('Last changed after'),
};

export const machineSortFields = [
  ...['id', 'svcUserId', 'name', 'provider', 'providerOrganizationId', 'providerMachineId', 'serialNumber', 'vin'],
  ...['model', 'make', 'category', 'modelYear', 'createdTime', 'updatedAt'],
] as const;

/** Refinements of queries with `before` and `after`: spans that end before they begin are refused. */
export const createdInOrder = inOrder('afterCreatedTime', 'beforeCreatedTime');
export const updatedInOrder = inOrder('afterUpdatedAt', 'beforeUpdatedAt');

type Filter = Readonly<Record<string, unknown>>;

/**
 * The rows that filters want: each names the member that it equals, or with `before` and `after` one that it bounds. Rows without the
 * member are left out.
 *
 * @param show a row as it is answered, by whose members is filtered.
 * @param special other comparisons by the name of the filter.
 * @example const shown = shownBy('machines', query, shownMachine);
 */
export function shownBy<Stored, Row extends object>(
  name: string,
  query: Filter,
  show: (stored: Stored) => Row,
  special: Record<string, (row: Row) => boolean> = {},
): Shown<Stored, Row> {
  const { page: _, size: __, sort: ___, cursor: ____, ...all } = query;
  const filters = Object.entries(all).filter(([, wanted]) => wanted !== undefined);
  const tests = filters.map(([filter, wanted]) => special[filter] ?? testOf(filter, wanted));
  return {
    name: JSON.stringify([name, filters]),
    isWhole: filters.length === 0,
    show(stored) {
      const row = show(stored);
      return tests.every((test) => test(row)) ? row : undefined;
    },
  };
}

function testOf(filter: string, wanted: unknown): (row: object) => boolean {
  const [, side, bounded] = /^(before|after)([A-Z].*)$/.exec(filter) ?? [];
  const member = bounded ? bounded.charAt(0).toLowerCase() + bounded.slice(1) : filter;
  return (row) => {
    const value = (row as Filter)[member] ?? null;
    if (value === null || typeof wanted !== 'number') return value !== null && value === wanted;
    const at = Date.parse(String(value));
    if (!side) return at === wanted;
    return side === 'before' ? at < wanted : at > wanted;
  };
}
