import type { Clock } from '../clock.ts';
import type { OwnerSlots } from '../leases/owner-slots.ts';
import type { ProviderProblem } from '../sync/provider-problem.ts';
import type { GridCell } from './cell.ts';
import type { DayRange } from './days.ts';
import type { Resolution, WeatherKind } from './models.ts';
import type { WeatherCache, WeatherSource } from './weather-source.ts';

/** The services that a request for weather needs. */
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

/** A request for the weather of one cell. */
export interface WeatherAsked {
  kind: WeatherKind;
  cell: GridCell;
  resolution: Resolution;
  range: DayRange;
  /** The elevation of the ground in metres, if it is known, a multiple of ten. */
  elevation?: number | undefined;
}
