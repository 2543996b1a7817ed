import { invalid, Problem } from '../../../domain/errors.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { centroidOf } from '../../../domain/geometry/centroid.ts';
import { cachedWeather, type KnownWeather, maxRequestMilliseconds } from '../../../domain/weather/cached-weather.ts';
import { cellOf, type GeoLocation } from '../../../domain/weather/cell.ts';
import type { DayRange } from '../../../domain/weather/days.ts';
import { type AskedRange, rangeOf } from '../../../domain/weather/range.ts';
import type { WeatherApiServices } from './services.ts';

/** The name of a weather service whose weather is synthetic. */
const standIn = 'stand-in';

/** The location in the path of a request. @throws Problem 400 for coordinates out of range. */
export function locationIn({ latLon }: { latLon: string }): GeoLocation {
  const [latitude = 0, longitude = 0] = latLon.split(',').map(Number);
  const swapped = Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90 ? ' It comes first: these look swapped.' : '';
  if (Math.abs(latitude) > 90)
    throw invalid('#/lat', `The latitude is from -90 to 90 degrees, not ${latitude}.${swapped}`);
  if (Math.abs(longitude) > 180) throw invalid('#/lon', `The longitude is from -180 to 180 degrees, not ${longitude}.`);
  return { latitude, longitude };
}

/** The centroid of a field. @throws Problem 409 when the field has no boundary. */
export function locationOf({ id, geometry }: Field): GeoLocation {
  if (geometry) return centroidOf(geometry);
  const detail = `The field ${id} has no active boundary and therefore no location. Give it a boundary.`;
  throw new Problem('conflict', detail, { errorKey: 'noActiveBoundary' });
}

/** The weather of a location over a range. @throws Problem 400 for a range that cannot be answered, before the cache is read. */
export async function weatherAt(
  location: GeoLocation,
  { elevation, ...asked }: AskedRange & { elevation?: number | undefined },
  services: WeatherApiServices,
): Promise<{ known: KnownWeather; range: DayRange }> {
  const { kind, resolution, model } = asked;
  const now = services.clock.now();
  const range = rangeOf(asked, now);
  const wanted = { kind, resolution, cell: cellOf(model, location), range, elevation };
  const known = await cachedWeather(wanted, services, now + maxRequestMilliseconds);
  return { known, range };
}

/**
 * Headers for the age of a response, and a warning if it is older than it should be (RFC 7234, section 5.5.1), and for the point and elevation that the
 * weather is of.
 */
export function headersOf({ ageSeconds, isStale, point, elevation }: Omit<KnownWeather, 'weather'>) {
  return {
    age: String(ageSeconds),
    'x-weather-point': `${point.latitude},${point.longitude}`,
    ...(elevation !== undefined && { 'x-weather-elevation': String(elevation) }),
    ...(isStale && { warning: '110 - "Response is Stale"' }),
  };
}

/** Headers of every response, errors included, of a service of this name. A stand-in has synthetic weather, and its responses say so. */
export function upstreamHeaders(name: string): Record<string, string> {
  return name === standIn ? { 'x-furrow-upstream': standIn } : {};
}

/** The attribution that the licence of Open-Meteo's data requires where they are shown (https://open-meteo.com/en/licence); synthetic weather is marked as such. */
export function creditOf({ weatherSource }: Pick<WeatherApiServices, 'weatherSource'>): string {
  return weatherSource.name === standIn
    ? 'Synthetic weather from a stand-in'
    : 'Weather data by Open-Meteo.com, CC BY 4.0';
}
