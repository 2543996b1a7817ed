import { addDays, type DayRange, dayOf, daysOfMonth, earlier, later, monthsOf } from './days.ts';
import type { WeatherKind, WeatherModel } from './models.ts';
import { forecastReach, reachOf } from './range.ts';
import type { WeatherPiece } from './weather-source.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Forecast models publish runs every hour to every six hours. */
const forecastFreshMilliseconds = hour;
/** A reanalysis is published first as preliminary, and corrected until about three months later (Copernicus, ERA5T). */
const finalAfterDays = 90;
const preliminaryFreshMilliseconds = 7 * day;
/** How long overdue weather is still used when it cannot be fetched again. */
export const staleMilliseconds = day;

/** A piece of a response, before it is known whether it is cached. */
export interface WantedPiece {
  name: string;
  /** The days to request from the service to fill it. */
  days: DayRange;
  /** The last of its days that the response needs. */
  needed: string;
}

/**
 * The pieces that cover a range: the last run of a forecast, or the months of history that have values. A run is requested for one more day
 * than forecasts reach, so that it still covers the full range at the end of the day.
 */
export function piecesOf(
  asked: { kind: WeatherKind; model: WeatherModel },
  range: DayRange,
  now: number,
): WantedPiece[] {
  const reach = reachOf(asked, now);
  if (asked.kind === 'forecast') {
    const today = dayOf(now);
    const days = { from: reach.from, to: addDays(today, forecastReach.ahead + 1) };
    return [{ name: 'run', days, needed: range.to }];
  }
  const covered = { from: later(range.from, reach.from), to: earlier(range.to, reach.to) };
  return monthsOf(covered).map((name) => {
    const { from, to } = daysOfMonth(name);
    return {
      name,
      days: { from: later(from, reach.from), to: earlier(to, reach.to) },
      needed: earlier(to, covered.to),
    };
  });
}

/** Until when a piece is fresh, in milliseconds since 1970; undefined when it is final. */
export function freshUntil({
  name,
  fetchedAt,
  through,
}: Pick<WeatherPiece, 'name' | 'fetchedAt' | 'through'>): number | undefined {
  if (name === 'run') return fetchedAt + forecastFreshMilliseconds;
  const isFinal = through === daysOfMonth(name).to && through <= addDays(dayOf(fetchedAt), -finalAfterDays);
  return isFinal ? undefined : fetchedAt + preliminaryFreshMilliseconds;
}

/**
 * Whether a piece covers the needed days and is fresh, or at least not too old to be shown.
 *
 * @example const state = stateOf(piece, pieces.get(piece.name), clock.now());
 */
export function stateOf(
  wanted: WantedPiece,
  piece: WeatherPiece | undefined,
  now: number,
): 'fresh' | 'stale' | 'missing' {
  if (!piece) return 'missing';
  const until = freshUntil(piece) ?? Number.POSITIVE_INFINITY;
  const isComplete = wanted.name === 'run' || piece.through >= wanted.needed;
  if (isComplete && now < until) return 'fresh';
  return now < until + staleMilliseconds ? 'stale' : 'missing';
}
