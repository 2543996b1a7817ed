import { projectionOf } from '../../../domain/satellite/grid/utm.ts';

/*
 * Universal Transverse Mercator on WGS 84, with the inverse by Krüger's series to the fourth order (C. F. F. Karney, Transverse Mercator with an
 * accuracy of a few nanometers, 2011, equation 36): below a millimetre within a zone.
 */

const equatorialRadius = 6_378_137;
const flattening = 1 / 298.257223563;
const scale = 0.9996;
const falseEasting = 500_000;
const falseNorthing = 10_000_000;

const n = flattening / (2 - flattening);
const meridianRadius = (equatorialRadius / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
const eccentricity = Math.sqrt(flattening * (2 - flattening));
const beta = [
  n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - (1 / 360) * n ** 4,
  (1 / 48) * n ** 2 + (1 / 15) * n ** 3 - (437 / 1440) * n ** 4,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
  (4397 / 161280) * n ** 4,
];
const radians = Math.PI / 180;

export type UtmPosition = [number, number];

/** The central meridian of a zone from 1 to 60, in degrees. */
export const middleOf = (zone: number) => zone * 6 - 183;

/** Easting and northing of a longitude and latitude in a zone, in metres; southern northings have the false northing of 10,000,000 m. */
export function toUtm([longitude, latitude]: UtmPosition, zone: number, isSouth: boolean): UtmPosition {
  const project = projectionOf((isSouth ? 32_700 : 32_600) + zone);
  if (!project) throw new RangeError(`there is no zone ${zone}`);
  return project(longitude, latitude);
}

/** Longitude and latitude of an easting and a northing in a zone. */
export function fromUtm([easting, northing]: UtmPosition, zone: number, isSouth: boolean): UtmPosition {
  const scaledRadius = scale * meridianRadius;
  const xi = (northing - (isSouth ? falseNorthing : 0)) / scaledRadius;
  const eta = (easting - falseEasting) / scaledRadius;
  let [xiPrime, etaPrime] = [xi, eta];
  for (const [index, factor] of beta.entries()) {
    const times = 2 * (index + 1);
    xiPrime -= factor * Math.sin(times * xi) * Math.cosh(times * eta);
    etaPrime -= factor * Math.cos(times * xi) * Math.sinh(times * eta);
  }
  const conformal = Math.sin(xiPrime) / Math.hypot(Math.sinh(etaPrime), Math.cos(xiPrime));
  const lambda = Math.atan2(Math.sinh(etaPrime), Math.cos(xiPrime));
  // The isometric latitude is inverted by iteration; five steps are below a nanometre.
  const psi = Math.asinh(conformal);
  let sine = Math.tanh(psi);
  for (let step = 0; step < 6; step += 1) sine = Math.tanh(psi + eccentricity * Math.atanh(eccentricity * sine));
  return [middleOf(zone) + lambda / radians, Math.asin(sine) / radians];
}
