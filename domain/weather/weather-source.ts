import type { GridCell } from './cell.ts';
import type { DayRange } from './days.ts';
import type { Resolution, WeatherKind } from './models.ts';
import type { Weather } from './series.ts';

/** A request to a weather service: the days of one cell. */
export interface WeatherQuestion {
  kind: WeatherKind;
  cell: GridCell;
  days: DayRange;
  /** Of forecasts both are asked at once. */
  resolution: Resolution | 'both';
}

/** A weather service. */
export interface WeatherSource {
  /** Identifies the service; weather of different services is stored separately. */
  name: string;
  /**
   * The weather of every requested day; values that the model does not provide are null or absent.
   *
   * @throws ProviderProblem when the service cannot be called or its response is invalid.
   * @throws Problem 400 `weatherNotHere` when the model does not cover the position.
   */
  ask(question: WeatherQuestion): Promise<Weather>;
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
}

/** Stores weather for all owners. */
export interface WeatherCache {
  /** The pieces that are there, by their names: their days, or their hours. */
  read(series: SeriesKey, names: readonly string[], resolution: Resolution): Promise<Map<string, WeatherPiece>>;
  /** @param keepUntil milliseconds since 1970; undefined for pieces that are final. */
  write(series: SeriesKey, piece: WeatherPiece, keepUntil: number | undefined): Promise<void>;
  /** Until when one of these must not be called, in milliseconds since 1970; 0 when all can be called. */
  pausedUntil(subjects: readonly string[]): Promise<number>;
  pause(subject: string, until: number): Promise<void>;
}
