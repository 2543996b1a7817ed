import { invalid } from '../../../domain/errors.ts';
import type { IrrigationFilter } from '../../../domain/irrigation/irrigation-store.ts';
import { irrigationUnits } from '../../../domain/irrigation/irrigation-units.ts';
import { laterDate } from '../../../domain/irrigation/local-days.ts';
import { limits, limitText } from '../../../domain/limits.ts';
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

/**
 * The dates of a season: those that are asked for, completed to the most that there may be, up to the last date that has begun anywhere.
 *
 * @throws Problem for more.
 */
export function seasonSpan(
  { firstDate, lastDate }: Pick<IrrigationFilter, 'firstDate' | 'lastDate'>,
  now: number,
): { firstDate: string; lastDate: string } {
  const longest = limits.irrigationDays - 1;
  const today = laterDate(new Date(now).toISOString().slice(0, 10), 1);
  const end = firstDate === undefined ? today : [today, laterDate(firstDate, longest)].sort()[0];
  const last = lastDate ?? (end !== undefined && end >= (firstDate ?? '') ? end : today);
  const first = firstDate ?? laterDate(last, -longest);
  if (first < laterDate(last, -longest)) {
    throw invalid('#/startTime', `A season has at most ${limitText.irrigationDays} days. Move startTime or endTime.`);
  }
  return { firstDate: first, lastDate: last };
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
