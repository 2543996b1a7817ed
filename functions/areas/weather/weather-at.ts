import { invalid, Problem } from '../../../domain/errors.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { centroidOf } from '../../../domain/geometry/centroid.ts';
import { cachedWeather, type KnownWeather } from '../../../domain/weather/cached-weather.ts';
import { cellOf, type Place } from '../../../domain/weather/cell.ts';
import type { DayRange } from '../../../domain/weather/days.ts';
import { type AskedRange, rangeOf } from '../../../domain/weather/range.ts';
import type { WeatherApiServices } from './services.ts';

/** @throws Problem 400 for coordinates out of range. */
export function placeIn({ latLon }: { latLon: string }): Place {
  const [latitude = 0, longitude = 0] = latLon.split(',').map(Number);
  if (Math.abs(latitude) > 90) throw invalid('#/lat', `The latitude is from -90 to 90 degrees, not ${latitude}.`);
  if (Math.abs(longitude) > 180) throw invalid('#/lon', `The longitude is from -180 to 180 degrees, not ${longitude}.`);
  return { latitude, longitude };
}

/** The centroid of a field. @throws Problem 409 when the field has no boundary. */
export function placeOf({ id, geometry }: Field): Place {
  if (geometry) return centroidOf(geometry);
  const detail = `The field ${id} has no active boundary, so nothing says where its weather is. Give it a boundary.`;
  throw new Problem('conflict', detail, { errorKey: 'noActiveBoundary' });
}

/** The weather of a place over a range that is checked first. */
export async function weatherAt(
  place: Place,
  asked: AskedRange,
  services: WeatherApiServices,
): Promise<{ known: KnownWeather; range: DayRange }> {
  const { kind, resolution, model } = asked;
  const range = rangeOf(asked, services.clock.now());
  const known = await cachedWeather({ kind, resolution, cell: cellOf(model, place), range }, services);
  return { known, range };
}

/** Headers for the age of a response, a warning if it is older than it should be (RFC 7234, section 5.5.1), and the stand-in if it has synthetic data. */
export function headersOf({ ageSeconds, isStale }: KnownWeather, { weatherSource }: WeatherApiServices) {
  return {
    age: String(ageSeconds),
    ...(isStale && { warning: '110 - "Response is Stale"' }),
    ...(weatherSource.name === 'stand-in' && { 'x-furrow-upstream': 'stand-in' }),
  };
}

/** The attribution that the licence of Open-Meteo's data requires where they are shown (https://open-meteo.com/en/licence); synthetic weather is marked as such. */
export function creditOf({ weatherSource }: Pick<WeatherApiServices, 'weatherSource'>): string {
  return weatherSource.name === 'stand-in' ? 'Made up by a stand-in' : 'Weather data by Open-Meteo.com, CC BY 4.0';
}
