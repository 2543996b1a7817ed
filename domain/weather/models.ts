import type { Day } from './days.ts';

/** The forecast models that a request may name. */
export const forecastModels = ['gfs', 'icon', 'ifs', 'metNordic', 'jma', 'gem', 'arpegeArome'] as const;
/** The models that an operator may choose for requests that name none. `bestMatch` is the service's choice for each position. */
export const defaultForecastModels = [...forecastModels, 'bestMatch'] as const;
export const historicalModels = ['era5', 'era5Land'] as const;

export type ForecastModel = (typeof defaultForecastModels)[number];
export type HistoricalModel = (typeof historicalModels)[number];
export type WeatherModel = ForecastModel | HistoricalModel;

/** Whether weather comes from a forecast or from a reanalysis of measurements. */
export type WeatherKind = 'forecast' | 'historical';
export type Resolution = 'daily' | 'hourly';

/** A model's properties that are not in its responses. */
interface ModelFacts {
  /**
   * The width of grid cells in degrees. All positions in a cell share the weather of its centre. The width is about the resolution of the
   * model and never below 0.05 degrees (about 5 km), so that no request reveals the location of a field.
   */
  cellDegrees: number;
}

/** Sources: the resolutions of the models as their producers publish them; those of ERA5 are the grids of the Copernicus data store. */
export const weatherModels: Record<WeatherModel, ModelFacts> = {
  gfs: { cellDegrees: 0.1 },
  icon: { cellDegrees: 0.1 },
  ifs: { cellDegrees: 0.25 },
  metNordic: { cellDegrees: 0.05 },
  jma: { cellDegrees: 0.1 },
  gem: { cellDegrees: 0.1 },
  arpegeArome: { cellDegrees: 0.05 },
  // As the finest of the models that the service chooses from.
  bestMatch: { cellDegrees: 0.05 },
  era5: { cellDegrees: 0.25 },
  era5Land: { cellDegrees: 0.1 },
};

/** The first day that a reanalysis has. */
export const firstDays: Record<HistoricalModel, Day> = { era5: '1940-01-01', era5Land: '1950-01-01' };
