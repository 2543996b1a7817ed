import { ProviderProblem } from '../sync/provider-problem.ts';
import { notCovered, notCoveredPause, pauseAfter, unavailable } from './pauses.ts';
import { freshUntil, piecesOf, staleMilliseconds, stateOf, type WantedPiece } from './pieces.ts';
import { within } from './series.ts';
import type { WeatherAsked, WeatherServices } from './weather-services.ts';
import type { WeatherPiece, WeatherSource } from './weather-source.ts';

/** How long one response of the service is waited for. */
const maxCallMilliseconds = 15_000;
/** In less time the service is not called a second time. */
const minSecondCallMilliseconds = 6_000;
const beforeSecondCallMilliseconds = 200;

/** The cached part of a response. */
export interface Found {
  wanted: WantedPiece[];
  pieces: Map<string, WeatherPiece>;
  /** The pieces to request from the service. */
  open: WantedPiece[];
  /** Whether the cache can answer without a call of the service. */
  isUsable: boolean;
}

/** Identifies the cached pieces that a request reads. Pieces of a forecast have both resolutions. */
export function seriesOf(
  { kind, cell, resolution, elevation }: WeatherAsked,
  source: Pick<WeatherSource, 'name'>,
): string {
  const cellName = elevation === undefined ? cell.name : `${cell.name}@${elevation}`;
  return [source.name, kind, cell.model, cellName, ...(kind === 'historical' ? [resolution] : [])].join('#');
}

/** Reads the cache for a request. @param isConsistent whether to see every write that has ended, at twice the price. */
export async function look(
  asked: WeatherAsked,
  series: string,
  { weatherCache, clock }: WeatherServices,
  isConsistent: boolean,
): Promise<Found> {
  const now = clock.now();
  const wanted = piecesOf({ kind: asked.kind, model: asked.cell.model }, asked.range, now);
  const names = wanted.map(({ name }) => name);
  const pieces = await weatherCache.read(series, names, asked.resolution, isConsistent);
  const stateNow = (piece: WantedPiece) => stateOf(piece, pieces.get(piece.name), now);
  const open = wanted.filter((piece) => stateNow(piece) !== 'fresh');
  return { wanted, pieces, open, isUsable: open.every((piece) => stateNow(piece) === 'stale') };
}

/**
 * Completes cached weather with the response of the service; if the service fails, returns the cached weather if it is usable.
 *
 * @param deadline when the result is needed, in milliseconds since 1970.
 * @throws Problem 503 `weatherUnavailable` when the service fails and the cached weather is not usable.
 * @throws Problem 400 `weatherNotHere` when the model does not cover the cell.
 * @example const { pieces } = await filled(found, asked, series, services, clock.now() + 10_000);
 */
export async function filled(
  found: Found,
  asked: WeatherAsked,
  series: string,
  services: WeatherServices,
  deadline: number,
): Promise<Found> {
  const { weatherSource, weatherCache, clock, reportWeatherProblem } = services;
  const [first, last] = [found.open[0], found.open.at(-1)];
  if (!first || !last) return found;
  try {
    const fetchedAt = clock.now();
    const answer = await askedTwice(services, deadline, (waitMilliseconds) =>
      weatherSource.ask({
        kind: asked.kind,
        cell: asked.cell,
        days: { from: first.days.from, to: last.days.to },
        resolution: asked.kind === 'forecast' ? 'both' : asked.resolution,
        elevation: asked.elevation,
        waitMilliseconds,
      }),
    );
    if (!answer) {
      await weatherCache.pause(series, notCoveredPause(fetchedAt));
      throw notCovered(asked.cell.model);
    }
    const fetched = found.open.map(({ name, days }) => {
      return { name, weather: within(answer.weather, days), fetchedAt, through: days.to, elevation: answer.elevation };
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
    const paused = await pauseAfter(error, asked, series, services);
    if (found.isUsable) return found;
    throw unavailable(paused);
  }
}

/** Calls the service again if its response does not come and there is time: most failures are of one connection. */
async function askedTwice<T>(
  { clock, sleep }: Pick<WeatherServices, 'clock' | 'sleep'>,
  deadline: number,
  ask: (waitMilliseconds: number) => Promise<T>,
): Promise<T> {
  const wait = () => Math.max(1, Math.min(maxCallMilliseconds, deadline - clock.now()));
  try {
    return await ask(wait());
  } catch (error) {
    const isWorthIt = error instanceof ProviderProblem && error.kind === 'unreachable' && !error.retryAfterSeconds;
    if (!isWorthIt || wait() < minSecondCallMilliseconds) throw error;
    await sleep(beforeSecondCallMilliseconds);
    return ask(wait());
  }
}
