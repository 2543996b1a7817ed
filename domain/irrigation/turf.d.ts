/** The exports of the package name no types; these are of what is used of it. */
declare module '@turf/turf' {
  interface DrawnPolygon {
    geometry: { coordinates: number[][][] };
  }
  type Drawing = { units: 'meters'; steps: number };

  export function circle(centre: [number, number], radius: number, options: Drawing): DrawnPolygon;
  export function sector(
    centre: [number, number],
    radius: number,
    bearing1: number,
    bearing2: number,
    options: Drawing,
  ): DrawnPolygon;
}
