import type { Clock } from '../clock.ts';
import { Problem } from '../errors.ts';
import type { OwnerSlots } from '../leases/owner-slots.ts';
import { ProviderProblem } from '../sync/provider-problem.ts';
import type { GridCell } from './cell.ts';
import type { DayRange } from './days.ts';
import type { Resolution, WeatherKind } from './models.ts';
import { freshUntil, piecesOf, staleMilliseconds, stateOf, type WantedPiece } from './pieces.ts';
import { joined, type Weather, within } from './series.ts';
import type { WeatherCache, WeatherPiece, WeatherSource } from './weather-source.ts';

export interface WeatherServices {
  weatherSource: WeatherSource;
  weatherCache: WeatherCache;
  /** The lease for calling the service for a series: one call at a time over all instances. */
  weatherLeases: Pick<OwnerSlots, 'take'>;
  clock: Clock;
  sleep(milliseconds: number): Promise<void>;
  /** Reports to the operator why the service could not be called. */
  reportWeatherProblem(problem: ProviderProblem): void;
}

export interface WeatherAsked {
  kind: WeatherKind;
  cell: GridCell;
  resolution: Resolution;
  range: DayRange;
}

/** Weather and its age. */
export interface KnownWeather {
  weather: Weather;
  /** Seconds since the oldest part of it was fetched. */
  ageSeconds: number;
  /** Whether a part of it is overdue but could not be fetched again yet. */
  isStale: boolean;
}

/** Longer than a call of the service takes. */
const leaseMilliseconds = 20_000;
/** How long a request waits for another request for the same series, and how often it checks. */
const maxWaitMilliseconds = 18_000;
const lookMilliseconds = 150;
/** How long a failed service is not called, unless its response says how long. */
const pauseMilliseconds = { unreachable: 30_000, rateLimited: 60_000, other: 60_000 };
const maxPauseMilliseconds = 15 * 60_000;

/**
 * The weather of a cell, from the cache as far as possible. The service is called once for everything that is missing, by one request at a time
 * over all instances. Other requests for the series wait for the response, or use cached weather that is at most a day overdue. A service that
 * fails is not called for a while.
 *
 * @throws Problem 503 `weatherUnavailable` when the service cannot be called and nothing is cached.
 */
export async function cachedWeather(asked: WeatherAsked, services: WeatherServices): Promise<KnownWeather> {
  const { weatherLeases, clock, sleep } = services;
  const series = seriesOf(asked, services.weatherSource);
  const giveUpAt = clock.now() + maxWaitMilliseconds;
  for (;;) {
    const found = await look(asked, series, services);
    if (found.open.length === 0) return known(found, asked.range, clock);
    const paused = await pausedFor(asked, series, services);
    const lease = paused > 0 ? undefined : await weatherLeases.take(series, 1, leaseMilliseconds);
    if (!lease && found.isUsable) return known(found, asked.range, clock);
    if (paused > 0) throw unavailable(paused);
    if (lease) {
      try {
        // Another request may have filled the cache meanwhile, or failed to.
        const again = await look(asked, series, services);
        if (again.open.length === 0) return known(again, asked.range, clock);
        const pausedNow = await pausedFor(asked, series, services);
        if (pausedNow > 0 && !again.isUsable) throw unavailable(pausedNow);
        return known(pausedNow > 0 ? again : await filled(again, asked, series, services), asked.range, clock);
      } finally {
        await lease.free();
      }
    }
    if (clock.now() >= giveUpAt) throw unavailable(pauseMilliseconds.unreachable);
    await sleep(lookMilliseconds);
  }
}

/** How many milliseconds the service, or this series of it, must not be called. */
async function pausedFor(asked: WeatherAsked, series: string, { weatherCache, weatherSource, clock }: WeatherServices) {
  const until = await weatherCache.pausedUntil([serviceOf(asked, weatherSource), series]);
  return Math.max(0, until - clock.now());
}

interface Found {
  wanted: WantedPiece[];
  pieces: Map<string, WeatherPiece>;
  /** The pieces to request from the service. */
  open: WantedPiece[];
  /** Whether the cache can answer without a call of the service. */
  isUsable: boolean;
}

function seriesOf({ kind, cell, resolution }: WeatherAsked, source: Pick<WeatherSource, 'name'>): string {
  return [source.name, kind, cell.model, cell.name, ...(kind === 'historical' ? [resolution] : [])].join('#');
}

/** Forecasts and history come from different hosts, whose failures are tracked separately. */
function serviceOf({ kind }: WeatherAsked, source: Pick<WeatherSource, 'name'>): string {
  return `${source.name}#${kind}`;
}

async function look(asked: WeatherAsked, series: string, { weatherCache, clock }: WeatherServices): Promise<Found> {
  const now = clock.now();
  const wanted = piecesOf({ kind: asked.kind, model: asked.cell.model }, asked.range, now);
  const names = wanted.map(({ name }) => name);
  const pieces = await weatherCache.read(series, names, asked.resolution);
  const stateNow = (piece: WantedPiece) => stateOf(piece, pieces.get(piece.name), now);
  const open = wanted.filter((piece) => stateNow(piece) !== 'fresh');
  return { wanted, pieces, open, isUsable: open.every((piece) => stateNow(piece) === 'stale') };
}

/** Completes cached weather with the response of the service; if the service fails, returns the cached weather if it is usable. */
async function filled(found: Found, asked: WeatherAsked, series: string, services: WeatherServices): Promise<Found> {
  const { weatherSource, weatherCache, clock, reportWeatherProblem } = services;
  const [first, last] = [found.open[0], found.open.at(-1)];
  if (!first || !last) return found;
  try {
    const fetchedAt = clock.now();
    const weather = await weatherSource.ask({
      kind: asked.kind,
      cell: asked.cell,
      days: { from: first.days.from, to: last.days.to },
      resolution: asked.kind === 'forecast' ? 'both' : asked.resolution,
    });
    const fetched = found.open.map(({ name, days }) => {
      return { name, weather: within(weather, days), fetchedAt, through: days.to };
    });
    const keep = (piece: WeatherPiece) => {
      const until = freshUntil(piece);
      return weatherCache.write(series, piece, until === undefined ? undefined : until + staleMilliseconds);
    };
    await Promise.all(fetched.map(keep));
    return {
      ...found,
      open: [],
      pieces: new Map([...found.pieces, ...fetched.map((piece) => [piece.name, piece] as const)]),
    };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    reportWeatherProblem(error);
    const pause = pauseOfProblem(error);
    // A service that sends an invalid response for one cell may still answer for others.
    const isOfPlace = error.kind === 'malformed' || error.kind === 'missing';
    await weatherCache.pause(isOfPlace ? series : serviceOf(asked, weatherSource), clock.now() + pause);
    if (found.isUsable) return found;
    throw unavailable(pause);
  }
}

function pauseOfProblem({ kind, retryAfterSeconds = 0 }: ProviderProblem): number {
  const usual = kind === 'unreachable' || kind === 'rateLimited' ? pauseMilliseconds[kind] : pauseMilliseconds.other;
  return Math.min(maxPauseMilliseconds, Math.max(usual, retryAfterSeconds * 1000));
}

function known({ wanted, pieces, open }: Found, range: DayRange, clock: Clock): KnownWeather {
  const used = wanted.flatMap(({ name }) => pieces.get(name) ?? []);
  const oldest = used.reduce((least, { fetchedAt }) => Math.min(least, fetchedAt), clock.now());
  return {
    weather: within(joined(used.map(({ weather }) => weather)), range),
    ageSeconds: Math.max(0, Math.floor((clock.now() - oldest) / 1000)),
    isStale: open.length > 0,
  };
}

function unavailable(milliseconds: number): Problem {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const detail = `The weather service cannot be asked at the moment, and nothing is kept of this place. Try again in ${seconds} seconds.`;
  return new Problem('unavailable', detail, { errorKey: 'weatherUnavailable', retryAfterSeconds: seconds });
}
