import { cachedWeather, type KnownWeather, type WeatherServices } from './cached-weather.ts';
import { cellOf, type Place } from './cell.ts';
import { addDays, type Day, type DayRange, dayOf, earlier, later } from './days.ts';
import type { ForecastModel, Resolution } from './models.ts';
import { forecastReach, rangeOf } from './range.ts';
import { joined } from './series.ts';

export interface AcrossToday {
  resolution: Resolution;
  /** The forecast model for days that history does not have yet. */
  model: ForecastModel;
  startTime?: Day | undefined;
  endTime?: Day | undefined;
}

/** Weather of days on both sides of today. */
export interface WeatherAcross extends KnownWeather {
  range: DayRange;
  /** The first day that comes from the forecast; history has the days before it. */
  forecastFrom: Day;
}

const daysAhead = 6;

/**
 * Weather over a range that may begin in history and end in the forecast. Days up to six days ago come from `era5`; from five days ago on they come
 * from the forecast, corrected by later measurements. Without an end the range ends in six days, without a start it begins the given number of days ago.
 *
 * @throws Problem 400 as `rangeOf`, for the part that has no weather or for the whole when it is too long.
 */
export async function weatherAcross(
  place: Place,
  { resolution, model, ...given }: AcrossToday,
  daysBack: number,
  services: WeatherServices,
): Promise<WeatherAcross> {
  const now = services.clock.now();
  const today = dayOf(now);
  const forecastFrom = addDays(today, -forecastReach.back);
  const startTime = given.startTime ?? earlier(addDays(today, -daysBack), given.endTime ?? today);
  const endTime = given.endTime ?? later(addDays(today, daysAhead), startTime);
  const isHistory = startTime < forecastFrom;
  const range = isHistory
    ? rangeOf({ kind: 'historical', resolution, model: 'era5', startTime, endTime }, now)
    : rangeOf({ kind: 'forecast', resolution, model, startTime, endTime }, now);
  // History allows ends that no forecast reaches.
  if (isHistory && endTime >= forecastFrom) {
    rangeOf({ kind: 'forecast', resolution: 'daily', model, startTime: forecastFrom, endTime }, now);
  }

  const parts: KnownWeather[] = [];
  if (isHistory) {
    const past = { from: range.from, to: earlier(range.to, addDays(forecastFrom, -1)) };
    parts.push(
      await cachedWeather({ kind: 'historical', resolution, cell: cellOf('era5', place), range: past }, services),
    );
  }
  if (range.to >= forecastFrom) {
    const ahead = { from: later(range.from, forecastFrom), to: range.to };
    parts.push(
      await cachedWeather({ kind: 'forecast', resolution, cell: cellOf(model, place), range: ahead }, services),
    );
  }
  return {
    range,
    forecastFrom,
    weather: joined(parts.map(({ weather }) => weather)),
    ageSeconds: parts.reduce((oldest, { ageSeconds }) => Math.max(oldest, ageSeconds), 0),
    isStale: parts.some(({ isStale }) => isStale),
  };
}
