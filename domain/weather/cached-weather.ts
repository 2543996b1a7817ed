import type { Clock } from '../clock.ts';
import { type Found, filled, look, seriesOf } from './cached-pieces.ts';
import type { GeoLocation } from './cell.ts';
import { pausedFor, unavailable } from './pauses.ts';
import { joined, type Weather, within } from './series.ts';
import type { WeatherAsked, WeatherServices } from './weather-services.ts';

/** Weather and its age. */
export interface KnownWeather {
  weather: Weather;
  /** Seconds since the oldest part of it was fetched. */
  ageSeconds: number;
  /** Whether a part of it is overdue but could not be fetched again yet. */
  isStale: boolean;
  /** The position of the cell's centre, for which the weather holds. */
  point: GeoLocation;
  /** The elevation in metres for which it holds, where the service says it. */
  elevation?: number | undefined;
}

/**
 * How long a request for weather may take, in milliseconds. API functions end after 29 s, and the gateway then answers an error without
 * `Retry-After`.
 */
export const maxRequestMilliseconds = 20_000;
/** In less time the service is not called: a call that is cut short would look like a failure of the service. */
const minCallMilliseconds = 5_000;
/** Longer than a call of the service takes. */
const leaseMilliseconds = 20_000;
/** How often a request checks whether another request for the same series has ended. */
const lookMilliseconds = 150;
/** `Retry-After` while another request still waits for the service. */
const busyMilliseconds = 5_000;

/**
 * The weather of a cell, from the cache as far as possible. The service is called once for everything that is missing, by one request at a time
 * over all instances. Other requests for the series wait for the response, or use cached weather that is at most a day overdue. A service that
 * fails is not called for a while.
 *
 * @param deadline when the result is needed, in milliseconds since 1970; waiting and calling together end by then.
 * @throws Problem 503 `weatherUnavailable` when the service cannot be called and nothing is cached.
 * @throws Problem 400 `weatherNotHere` when the model does not cover the cell.
 */
export async function cachedWeather(
  asked: WeatherAsked,
  services: WeatherServices,
  deadline: number,
): Promise<KnownWeather> {
  const { weatherLeases, clock, sleep } = services;
  const series = seriesOf(asked, services.weatherSource);
  for (;;) {
    const found = await look(asked, series, services, false);
    if (found.open.length === 0) return known(found, asked, clock);
    const paused = await pausedFor(asked, series, services);
    const left = deadline - clock.now();
    const mayCall = paused === 0 && left >= minCallMilliseconds;
    const lease = mayCall ? await weatherLeases.take(series, 1, leaseMilliseconds) : undefined;
    if (!lease && found.isUsable) return known(found, asked, clock);
    if (paused > 0) throw unavailable(paused);
    if (lease) {
      try {
        return known(await refreshed(asked, series, services, deadline), asked, clock);
      } finally {
        await lease.free();
      }
    }
    if (left <= 0) throw unavailable(busyMilliseconds);
    await sleep(lookMilliseconds);
  }
}

/** Result for the holder of the lease: cached weather, which another request may have completed meanwhile, or the response of the service. */
async function refreshed(
  asked: WeatherAsked,
  series: string,
  services: WeatherServices,
  deadline: number,
): Promise<Found> {
  const found = await look(asked, series, services, true);
  if (found.open.length === 0) return found;
  const paused = await pausedFor(asked, series, services);
  if (paused === 0) return filled(found, asked, series, services, deadline);
  if (found.isUsable) return found;
  throw unavailable(paused);
}

function known({ wanted, pieces, open }: Found, { range, cell }: WeatherAsked, clock: Clock): KnownWeather {
  const used = wanted.flatMap(({ name }) => pieces.get(name) ?? []);
  const oldest = used.reduce((min, { fetchedAt }) => Math.min(min, fetchedAt), clock.now());
  return {
    weather: within(joined(used.map(({ weather }) => weather)), range),
    ageSeconds: Math.max(0, Math.floor((clock.now() - oldest) / 1000)),
    isStale: open.length > 0,
    point: cell.centre,
    elevation: used.at(-1)?.elevation,
  };
}
