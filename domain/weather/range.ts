import { Problem } from '../errors.ts';
import { limits } from '../limits.ts';
import { addDays, type Day, type DayRange, dayOf, daysBetween, earlier, later } from './days.ts';
import { firstDays, type HistoricalModel, type Resolution, type WeatherKind, type WeatherModel } from './models.ts';

/** The days of the longest range of one request, its first and last included. */
export const maxSpanDays: Record<Resolution, number> = {
  daily: limits.dailyWeatherDays,
  hourly: limits.hourlyWeatherDays,
};

/** How many days forecasts reach before and after today. */
export const forecastReach = { back: 5, ahead: 10 };

/** The delay of reanalyses in days: they are made from measurements that arrive late. */
export const historicalDelayDays = 5;

/** The number of days in a response if the range has no start or no end. */
const defaultDays = 7;

/** A request for a range of days; either end may be absent. */
export interface AskedRange {
  kind: WeatherKind;
  resolution: Resolution;
  model: WeatherModel;
  startTime?: Day | undefined;
  endTime?: Day | undefined;
}

/** The days for which a model may have values today. */
export function reachOf({ kind, model }: Pick<AskedRange, 'kind' | 'model'>, now: number): DayRange {
  const today = dayOf(now);
  if (kind === 'historical') {
    return { from: firstDays[model as HistoricalModel], to: addDays(today, -historicalDelayDays) };
  }
  return { from: addDays(today, -forecastReach.back), to: addDays(today, forecastReach.ahead) };
}

/** The ends of a range that a request names. */
type GivenEnds = Pick<AskedRange, 'startTime' | 'endTime'>;

/**
 * The days that a request asks for, both ends included. Without dates, a forecast has the seven days from today on, and history the last seven
 * available days. With one date, the range has the available ones of the seven days from or up to this date. History may reach beyond its last
 * available day; those days come back without values.
 *
 * @param given the ends that the caller named, if `asked` has others; errors point only at these.
 * @throws Problem 400 when the range ends before it begins, is longer than the resolution allows, or lies where there are no values.
 */
export function rangeOf(asked: AskedRange, now: number, given: GivenEnds = asked): DayRange {
  const reach = reachOf(asked, now);
  const range = completed(asked, reach, now);
  const { from, to } = range;
  if (to < from) throw refusal('endTime', given, `endTime ${to} lies before startTime ${from}.`);
  const maxDays = maxSpanDays[asked.resolution];
  const days = daysBetween(from, to) + 1;
  if (days > maxDays) {
    const message = `From ${from} to ${to} are ${days} days; a request for ${asked.resolution} weather may have at most ${maxDays}. Request it in parts.`;
    throw refusal('endTime', given, message, 'weatherRangeTooLong');
  }
  const isForecast = asked.kind === 'forecast';
  const isStartOutside = from < reach.from || from > reach.to;
  if (!isStartOutside && !(isForecast && to > reach.to)) return range;
  const others = isForecast
    ? ' Earlier days are available as history.'
    : ' Later days are available as a forecast, which begins five days back.';
  const instead = isForecast === from < reach.from ? others : '';
  const message = `${asked.model} has values from ${reach.from} to ${reach.to}.${instead}`;
  throw refusal(isStartOutside ? 'startTime' : 'endTime', given, message, 'weatherOutOfReach');
}

function completed({ kind, startTime, endTime }: AskedRange, reach: DayRange, now: number): DayRange {
  const more = defaultDays - 1;
  if (startTime && endTime) return { from: startTime, to: endTime };
  if (startTime) return { from: startTime, to: later(startTime, earlier(addDays(startTime, more), reach.to)) };
  if (endTime) return { from: earlier(endTime, later(addDays(endTime, -more), reach.from)), to: endTime };
  if (kind === 'historical') return { from: addDays(reach.to, -more), to: reach.to };
  const today = dayOf(now);
  return { from: today, to: addDays(today, more) };
}

/** The error of a range, at the end that is wrong, or at the other one if only that was given. */
function refusal(
  wrong: keyof GivenEnds,
  given: GivenEnds,
  message: string,
  errorKey: 'invalid' | 'weatherRangeTooLong' | 'weatherOutOfReach' = 'invalid',
): Problem {
  const other = wrong === 'startTime' ? 'endTime' : 'startTime';
  const member = !given[wrong] && given[other] ? other : wrong;
  return new Problem('invalid', message, { errorKey, errors: [{ pointer: `#/${member}`, message }] });
}
