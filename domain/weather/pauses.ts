import { Problem } from '../errors.ts';
import type { ProviderProblem } from '../sync/provider-problem.ts';
import type { WeatherModel } from './models.ts';
import type { WeatherAsked, WeatherServices } from './weather-services.ts';
import type { WeatherPause } from './weather-source.ts';

/** How long a failed service is not called, unless its response says how long. */
const pauseMilliseconds = { unreachable: 30_000, rateLimited: 60_000, other: 60_000 };
const maxPauseMilliseconds = 15 * 60_000;
/** So many failures of a host within so long pause all of it; fewer pause only the cells that failed. */
const hostFailures = { count: 3, withinMilliseconds: 60_000 };
/** The area of a model hardly ever changes, but a service may lack its data for a while. */
const notCoveredMilliseconds = 24 * 60 * 60_000;

type Needed = Pick<WeatherServices, 'weatherCache' | 'weatherSource' | 'clock'>;

/** The subject of pauses of one host: forecasts and history come from different hosts, whose failures are tracked separately. */
function hostOf({ kind }: Pick<WeatherAsked, 'kind'>, { weatherSource }: Pick<Needed, 'weatherSource'>): string {
  return `${weatherSource.name}#${kind}`;
}

/**
 * How many milliseconds the service must not be called for a series: 0 when it may be called.
 *
 * @throws Problem 400 `weatherNotHere` when the service has said within a day that the model does not cover the cell.
 */
export async function pausedFor(
  asked: Pick<WeatherAsked, 'kind' | 'cell'>,
  series: string,
  services: Needed,
): Promise<number> {
  const now = services.clock.now();
  const pauses = await services.weatherCache.pauses([hostOf(asked, services), series]);
  const current = pauses.filter(({ until }) => until > now);
  if (current.some(({ reason }) => reason === 'notCovered')) throw notCovered(asked.cell.model);
  return Math.max(0, ...current.map(({ until }) => until - now));
}

/**
 * Has the service left alone after a failed call, and returns for how many milliseconds. A refusal is about all calls; a response that does not come or
 * is invalid may be about one cell, unless several cells have it within a minute.
 */
export async function pauseAfter(
  problem: ProviderProblem,
  asked: Pick<WeatherAsked, 'kind'>,
  series: string,
  services: Needed,
): Promise<number> {
  const { kind, retryAfterSeconds = 0 } = problem;
  const usual = kind === 'unreachable' || kind === 'rateLimited' ? pauseMilliseconds[kind] : pauseMilliseconds.other;
  const milliseconds = Math.min(maxPauseMilliseconds, Math.max(usual, retryAfterSeconds * 1000));
  const { weatherCache, clock } = services;
  const host = hostOf(asked, services);
  const pause = (subject: string) =>
    weatherCache.pause(subject, { until: clock.now() + milliseconds, reason: 'failed' });
  if (kind === 'rateLimited' || kind === 'refused' || kind === 'forbidden') await pause(host);
  else await pause(series);
  if (kind === 'unreachable') {
    const failures = await weatherCache.countFailure(host, clock.now(), hostFailures.withinMilliseconds);
    if (failures >= hostFailures.count) await pause(host);
  }
  return milliseconds;
}

/** A pause of a series whose model does not cover the cell. */
export function notCoveredPause(now: number): WeatherPause {
  return { until: now + notCoveredMilliseconds, reason: 'notCovered' };
}

export function notCovered(model: WeatherModel): Problem {
  const message = `The model ${model} does not cover this location. Choose another model.`;
  return new Problem('invalid', message, {
    errorKey: 'weatherNotHere',
    errors: [{ pointer: '#/model', message }],
  });
}

export function unavailable(milliseconds: number): Problem {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const detail = `The weather service does not respond at the moment, and no weather of this location is cached. Try again in ${seconds} seconds.`;
  return new Problem('unavailable', detail, { errorKey: 'weatherUnavailable', retryAfterSeconds: seconds });
}
