import { cachedWeather, type KnownWeather, maxRequestMilliseconds } from './cached-weather.ts';
import { cellOf, type GeoLocation } from './cell.ts';
import { addDays, type Day, type DayRange, dayOf, earlier, later } from './days.ts';
import type { ForecastModel, Resolution } from './models.ts';
import { forecastReach, rangeOf } from './range.ts';
import { joined } from './series.ts';
import type { WeatherAsked, WeatherServices } from './weather-services.ts';

/** A request for weather of days on both sides of today. */
export interface AcrossToday {
  resolution: Resolution;
  /** The forecast model for days that history does not have yet. */
  model: ForecastModel;
  startTime?: Day | undefined;
  endTime?: Day | undefined;
  /** The elevation of the ground in metres, if it is known. */
  elevation?: number | undefined;
}

/** Weather of days on both sides of today. */
export interface WeatherAcross extends KnownWeather {
  range: DayRange;
  /** The first day that comes from the forecast; history has the days before it. */
  forecastFrom: Day;
}

/** How many days ahead a range ends that has no end. */
const defaultDaysAhead = 6;

/**
 * Weather over a range that may begin in history and end in the forecast. Days up to six days ago come from `era5`; from five days ago on they come
 * from the forecast, corrected by later measurements. Without an end the range ends in six days, without a start it begins the given number of days ago.
 * Both parts are requested at the same time.
 *
 * @throws Problem 400 when the range ends before it begins, is longer than the resolution allows, or has a part for which there is no weather.
 * @throws Problem 503 when a part is neither cached nor available from the service.
 */
export async function weatherAcross(
  location: GeoLocation,
  { resolution, model, elevation, ...given }: AcrossToday,
  daysBack: number,
  services: WeatherServices,
): Promise<WeatherAcross> {
  const now = services.clock.now();
  const today = dayOf(now);
  const forecastFrom = addDays(today, -forecastReach.back);
  const startTime = given.startTime ?? earlier(addDays(today, -daysBack), given.endTime ?? today);
  const endTime = given.endTime ?? later(addDays(today, defaultDaysAhead), startTime);
  const isHistory = startTime < forecastFrom;
  const range = isHistory
    ? rangeOf({ kind: 'historical', resolution, model: 'era5', startTime, endTime }, now, given)
    : rangeOf({ kind: 'forecast', resolution, model, startTime, endTime }, now, given);
  // History allows ends that no forecast reaches.
  if (isHistory && endTime >= forecastFrom) {
    rangeOf({ kind: 'forecast', resolution: 'daily', model, startTime: forecastFrom, endTime }, now, given);
  }

  const asked: WeatherAsked[] = [];
  if (isHistory) {
    const past = { from: range.from, to: earlier(range.to, addDays(forecastFrom, -1)) };
    asked.push({ kind: 'historical', resolution, cell: cellOf('era5', location), range: past, elevation });
  }
  if (range.to >= forecastFrom) {
    const ahead = { from: later(range.from, forecastFrom), to: range.to };
    asked.push({ kind: 'forecast', resolution, cell: cellOf(model, location), range: ahead, elevation });
  }
  const deadline = now + maxRequestMilliseconds;
  // Both are awaited even if one fails: a function that has responded is suspended, and the other call with it.
  const ends = await Promise.allSettled(asked.map((part) => cachedWeather(part, services, deadline)));
  const parts = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  return {
    range,
    forecastFrom,
    weather: joined(parts.map(({ weather }) => weather)),
    ageSeconds: parts.reduce((oldest, { ageSeconds }) => Math.max(oldest, ageSeconds), 0),
    isStale: parts.some(({ isStale }) => isStale),
    // The forecast is the last part, with the finer cells.
    point: parts.at(-1)?.point ?? location,
    elevation: parts.at(-1)?.elevation,
  };
}
