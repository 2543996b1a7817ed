import { pageOfRows } from '../../../adapters/aws/dynamodb/lists/sorted-page.ts';
import { resolveConfig } from '../../../domain/configuration/resolve-config.ts';
import { areaIn, rangeConsumption } from '../../../domain/usage/consumption/consumption.ts';
import { consumptionChart, consumptionCsv } from '../../../domain/usage/consumption/consumption-forms.ts';
import { atMidnight, auditProduct, byContract, type Contract, shownContract } from '../../../domain/usage/contract.ts';
import type { DayRange } from '../../../domain/weather/days.ts';
import type { Handlers, Input } from '../../http/exchange.ts';
import type { usageApi } from './api.ts';
import { askedDay, askedRange } from './asked-days.ts';
import type { UsageServices } from './services.ts';

type Endpoints = typeof usageApi.endpoints;

export const usageHandlers: Handlers<Endpoints, UsageServices> = {
  async listUsageContracts({ owner }, { consumption }) {
    return { status: 200, body: (await consumption.contracts(owner.id)).map(shownContract) };
  },

  getUsageContract: async ({ found: { contract } }) => ({ status: 200, body: shownContract(contract) }),

  async getDailyConsumption({ found: { contract }, query, asked, owner }, services) {
    const { consumption, users, clock } = services;
    const day = askedDay(query.timestamp, contract, clock.now());
    const areaUnit = await unitOf(owner.id, services);
    const pending = await pendingOf(owner.id, services);
    const sums = await consumption.until(owner.id, contract, day);
    const rows = [...sums.users].map(([svcUserId, units]) => ({ svcUserId, units }));
    const used = rows.filter(({ units }) => units > 0);
    const page = pageOfRows([owner.id, 'consumption', contract.id, day], used, asked, ({ svcUserId }) => svcUserId);
    // What is present of deleted users is about to be removed.
    const ids = page.items.map(({ svcUserId }) => svcUserId);
    const existing = contract.product === auditProduct ? await users.existing(owner.id, ids) : new Set(ids);
    const svcUsersAreas = page.items
      .filter(({ svcUserId }) => existing.has(svcUserId))
      .map(({ svcUserId, units }) => ({ svcUserId, totalArea: areaIn(areaUnit, units) }));
    const totalUniqueArea = areaIn(areaUnit, sums.owner);
    const body = { areaUnit, date: atMidnight(day), totalUniqueArea, svcUsersAreas };
    return { status: 200, headers: pending, page, body };
  },

  getOwnerConsumption: (input, services) => rangeOf(input, services),
  getUserConsumption: (input, services) => rangeOf(input, services, input.params.svcUserId),
  getUserConsumptionByFormerPath: (input, services) => rangeOf(input, services, input.params.svcUserId),
};

type RangeInput = Pick<Input<Endpoints['getOwnerConsumption']>, 'owner' | 'query' | 'request'> & {
  found: { contract: Contract };
};

/** The days of a range in the form that the request accepts. */
async function rangeOf(
  { found: { contract }, query, owner, request }: RangeInput,
  services: UsageServices,
  svcUserId?: string,
) {
  const range = askedRange(query, contract, services.clock.now());
  const [areaUnit, pending] = await Promise.all([unitOf(owner.id, services), pendingOf(owner.id, services)]);
  const parts = await partsOf(owner.id, contract, range, services);
  const sums = parts.map(async ({ contract: of, days }) => ({
    days,
    sum: of ? await services.consumption.sum(owner.id, of, svcUserId) : [],
  }));
  const body = rangeConsumption(await Promise.all(sums), areaUnit);
  const headers = { ...pending, vary: 'accept' };
  const { accept = '' } = request.headers;
  if (accept.includes('image/svg+xml')) {
    const chart = consumptionChart(body, contract.product);
    return { status: 200 as const, headers: { ...headers, 'content-type': 'image/svg+xml' }, body: chart };
  }
  if (accept.includes('text/csv')) {
    const type = { 'content-type': 'text/csv; charset=utf-8; header=present' };
    return { status: 200 as const, headers: { ...headers, ...type }, body: consumptionCsv(body) };
  }
  return { status: 200 as const, headers, body: JSON.stringify(body) };
}

/** The days of a range by their contracts: the others of the product are read only for a range that leaves the term. */
async function partsOf(ownerId: string, contract: Contract, range: DayRange, { consumption }: UsageServices) {
  if (range.from >= contract.start && range.to <= contract.end) return [{ contract, days: range }];
  const all = await consumption.contracts(ownerId);
  return byContract(
    all.filter(({ product }) => product === contract.product),
    range,
  );
}

async function unitOf(ownerId: string, { configurations }: UsageServices) {
  return resolveConfig(await configurations.get(ownerId)).usageAreaUnit;
}

/** Asked before the sums are read: what was pending then may be in them, and what is in them was not pending. */
async function pendingOf(ownerId: string, { consumption }: UsageServices): Promise<Record<string, string>> {
  return { 'usage-pending': String(await consumption.pending(ownerId)) };
}
