/** WGS 84. */
const semiMajor = 6_378_137;
const flattening = 1 / 298.257223563;

const scale = 0.9996;
const falseEasting = 500_000;
const falseNorthing = 10_000_000;

const n = flattening / (2 - flattening);
const eccentricity = Math.sqrt(flattening * (2 - flattening));
const radius = (semiMajor / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
const series = [
  n / 2 - (2 * n ** 2) / 3 + (5 * n ** 3) / 16 + (41 * n ** 4) / 180,
  (13 * n ** 2) / 48 - (3 * n ** 3) / 5 + (557 * n ** 4) / 1440,
  (61 * n ** 3) / 240 - (103 * n ** 4) / 140,
  (49_561 * n ** 4) / 161_280,
] as const;

const radians = Math.PI / 180;

/** Degrees on WGS 84 as x and y of another system. */
export type Projection = (longitude: number, latitude: number) => [x: number, y: number];

/**
 * The projection of a UTM zone on WGS 84 (EPSG 32601 to 32660 and 32701 to 32760), or of degrees themselves (EPSG 4326); undefined for other
 * systems. Transverse Mercator by the series of C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, J. Geodesy 85 (2011):
 * to the fourth order it is within a micrometre in the zone.
 *
 * @example const [east, north] = projectionOf(32_633)?.(15, 50) ?? [];
 */
export function projectionOf(system: number): Projection | undefined {
  if (system === 4326) return (longitude, latitude) => [longitude, latitude];
  const zone = system % 100;
  const isNorth = system - zone === 32_600;
  if (!(isNorth || system - zone === 32_700) || zone < 1 || zone > 60) return undefined;
  const central = zone * 6 - 183;
  const north = isNorth ? 0 : falseNorthing;
  return (longitude, latitude) => {
    const sine = Math.sin(latitude * radians);
    const away = aroundZero(longitude - central) * radians;
    const tangent = Math.sinh(Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine));
    const xi = Math.atan2(tangent, Math.cos(away));
    const eta = Math.asinh(Math.sin(away) / Math.hypot(tangent, Math.cos(away)));
    let x = eta;
    let y = xi;
    for (let index = 0; index < series.length; index++) {
      const [factor, times] = [series[index] as number, 2 * (index + 1)];
      x += factor * Math.cos(times * xi) * Math.sinh(times * eta);
      y += factor * Math.sin(times * xi) * Math.cosh(times * eta);
    }
    return [falseEasting + scale * radius * x, north + scale * radius * y];
  };
}

/** The longitude in the middle of a system, from which others are counted to both sides; undefined where it has none. */
export function centralMeridian(system: number): number | undefined {
  return system === 4326 || !projectionOf(system) ? undefined : (system % 100) * 6 - 183;
}

const aroundZero = (degrees: number) => degrees - 360 * Math.round(degrees / 360);
