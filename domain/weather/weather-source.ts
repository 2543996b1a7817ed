import type { GridCell } from './cell.ts';
import type { DayRange } from './days.ts';
import type { Resolution, WeatherKind } from './models.ts';
import type { Weather } from './series.ts';

/** A request to a weather service: the days of one cell. */
export interface WeatherQuestion {
  kind: WeatherKind;
  cell: GridCell;
  days: DayRange;
  /** Forecasts are requested with both resolutions at once. */
  resolution: Resolution | 'both';
  /** The elevation of the ground in metres, to which temperatures are corrected; without it, that of the position. */
  elevation?: number | undefined;
  /** How long the response is waited for. */
  waitMilliseconds: number;
}

/** Weather, and the elevation in metres for which it holds, if the service says it. */
export interface WeatherAnswer {
  weather: Weather;
  elevation?: number | undefined;
}

/** A weather service. */
export interface WeatherSource {
  /** Identifies the service; weather of different services is stored separately. */
  name: string;
  /**
   * The weather of every requested day; values that the model does not provide are null or absent. Undefined when the model does not cover the
   * position.
   *
   * @throws ProviderProblem when the service cannot be reached in time or its response is invalid.
   */
  ask(question: WeatherQuestion): Promise<WeatherAnswer | undefined>;
}

/** Identifies the pieces of one service, kind, model, cell and resolution. */
export type SeriesKey = string;

/** Weather as it is stored. */
export interface WeatherPiece {
  /** `run` for the last run of a forecast, `YYYY-MM` for a month of history. */
  name: string;
  weather: Weather;
  /** When the service was called, in milliseconds since 1970. */
  fetchedAt: number;
  /** The last day that was requested. */
  through: string;
  /** The elevation in metres that the service used; absent for pieces stored before it was kept. */
  elevation?: number | undefined;
}

/** A time during which the service is not called for a subject: a series, or everything from one of its hosts. */
export interface WeatherPause {
  /** Milliseconds since 1970. */
  until: number;
  /** Whether the call failed, or the service said that the model does not cover the position. */
  reason: 'failed' | 'notCovered';
}

/** Stores weather for all owners. */
export interface WeatherCache {
  /**
   * The cached pieces with these names, in one resolution.
   *
   * @param isConsistent whether to see every write that has ended, at twice the price; otherwise the result may be a second old.
   */
  read(
    series: SeriesKey,
    names: readonly string[],
    resolution: Resolution,
    isConsistent: boolean,
  ): Promise<Map<string, WeatherPiece>>;
  /** @param keepUntil milliseconds since 1970; undefined for pieces that are final. */
  write(series: SeriesKey, piece: WeatherPiece, keepUntil: number | undefined): Promise<void>;
  /** The pauses of these subjects, including those that have ended. The read is consistent. */
  pauses(subjects: readonly string[]): Promise<WeatherPause[]>;
  pause(subject: string, pause: WeatherPause): Promise<void>;
  /** Counts a failure of a subject, and returns how many it had in this span of time, which begins at a multiple of its length. */
  countFailure(subject: string, now: number, withinMilliseconds: number): Promise<number>;
}
