import type { IrrigationFilter } from '../../../domain/irrigation/irrigation-store.ts';
import { irrigationUnits } from '../../../domain/irrigation/irrigation-units.ts';
import type { RequestContext } from '../../http/exchange.ts';
import type { IrrigationServices } from './services.ts';
import type { Showing } from './show.ts';

const dayMilliseconds = 86_400_000;

/** The dates whose labels lie in a span of milliseconds since 1970. */
export function datesIn({
  startTime,
  endTime,
}: {
  startTime?: number | undefined;
  endTime?: number | undefined;
}): Pick<IrrigationFilter, 'firstDate' | 'lastDate'> {
  const dateOf = (day: number) => new Date(day * dayMilliseconds).toISOString().slice(0, 10);
  return {
    ...(startTime !== undefined && { firstDate: dateOf(Math.ceil(startTime / dayMilliseconds)) }),
    ...(endTime !== undefined && { lastDate: dateOf(Math.floor(endTime / dayMilliseconds)) }),
  };
}

/** How a request has its records shown: in the units of the user. */
export async function showingFor(
  owner: { id: string; username: string },
  svcUserId: string,
  request: RequestContext,
  { settings }: Pick<IrrigationServices, 'settings'>,
): Promise<Showing> {
  const { unitMeasurement } = await settings(owner.id, svcUserId);
  return { request, apiOwnerUsername: owner.username, units: irrigationUnits(unitMeasurement) };
}
