import type { GridCell } from './cell.ts';
import type { DayRange } from './days.ts';
import type { Resolution, WeatherKind } from './models.ts';
import type { Weather } from './series.ts';

/** A question to a weather service: the days of one cell. */
export interface WeatherQuestion {
  kind: WeatherKind;
  cell: GridCell;
  days: DayRange;
  /** Of forecasts both are asked at once. */
  resolution: Resolution | 'both';
}

/** A weather service. */
export interface WeatherSource {
  /** Names the service; answers of different services are kept apart. */
  name: string;
  /**
   * The weather of every day of the question; what the model does not have is null or absent.
   *
   * @throws ProviderProblem when the service cannot be asked or answers something else.
   * @throws Problem 400 `weatherNotHere` when the model does not cover the place.
   */
  ask(question: WeatherQuestion): Promise<Weather>;
}

/** What names the pieces of one cell: all that belongs to one service, kind, model, cell and resolution. */
export type SeriesKey = string;

/** Weather as it is kept. */
export interface WeatherPiece {
  /** `run` for the last run of a forecast, `YYYY-MM` for a month of history. */
  name: string;
  weather: Weather;
  /** When the service was asked, in milliseconds since 1970. */
  fetchedAt: number;
  /** The last day that the service was asked for. */
  through: string;
}

/** Where weather is kept for all owners. */
export interface WeatherCache {
  /** The pieces that are there, by their names: their days, or their hours. */
  read(series: SeriesKey, names: readonly string[], resolution: Resolution): Promise<Map<string, WeatherPiece>>;
  /** @param keepUntil milliseconds since 1970; undefined for pieces that are final. */
  write(series: SeriesKey, piece: WeatherPiece, keepUntil: number | undefined): Promise<void>;
  /** Until when one of these is left alone, in milliseconds since 1970; 0 when none is. */
  pausedUntil(subjects: readonly string[]): Promise<number>;
  pause(subject: string, until: number): Promise<void>;
}
