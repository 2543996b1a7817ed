/**
 * The plane of a map of one field: metres east (x) and north (y) of a position, by the lengths of a degree there. Within ten kilometres it is
 * less than a metre off, so that sizes of machines, distances and areas are read from it.
 */
export interface Plane {
  lon: number;
  lat: number;
  /** Metres of a degree of longitude and of latitude. */
  east: number;
  north: number;
}

export type Position = readonly [x: number, y: number];

/** West, south, east and north edges: degrees, or metres on a plane. */
export interface Extent {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** The plane around a position in degrees. @example const plane = planeAt(-93.15, 41.66); */
export function planeAt(lon: number, lat: number): Plane {
  const angle = (lat * Math.PI) / 180;
  // The series of WGS 84 for the lengths of degrees.
  return {
    lon,
    lat,
    east: 111_412.84 * Math.cos(angle) - 93.5 * Math.cos(3 * angle) + 0.118 * Math.cos(5 * angle),
    north: 111_132.92 - 559.82 * Math.cos(2 * angle) + 1.175 * Math.cos(4 * angle),
  };
}

/** @example toMetres(plane, [-93.15, 41.66]) // [0, 0] */
export function toMetres({ lon, lat, east, north }: Plane, [x, y]: Position): [number, number] {
  return [(x - lon) * east, (y - lat) * north];
}

/** Degrees with seven decimals, a centimetre. @example toDegrees(plane, [0, 0]) // [-93.15, 41.66] */
export function toDegrees({ lon, lat, east, north }: Plane, [x, y]: Position): [number, number] {
  const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  return [rounded(lon + x / east), rounded(lat + y / north)];
}

/** The edges of positions; undefined without any. */
export function extentOf(positions: Iterable<Position>): Extent | undefined {
  let extent: Extent | undefined;
  for (const [x, y] of positions) {
    extent ??= { xmin: x, ymin: y, xmax: x, ymax: y };
    extent.xmin = Math.min(extent.xmin, x);
    extent.ymin = Math.min(extent.ymin, y);
    extent.xmax = Math.max(extent.xmax, x);
    extent.ymax = Math.max(extent.ymax, y);
  }
  return extent;
}

/** What of the plane a map shows: its centre, and how many metres a pixel of the page is. */
export interface View {
  x: number;
  y: number;
  metresPerPixel: number;
}

/** The size of a map in pixels of the page. */
export interface Size {
  width: number;
  height: number;
}

/** The view that shows an extent with a margin of pixels around it. */
export function viewOf({ xmin, ymin, xmax, ymax }: Extent, { width, height }: Size, margin = 28): View {
  const across = Math.max((xmax - xmin) / Math.max(1, width - 2 * margin), 0.01);
  const along = Math.max((ymax - ymin) / Math.max(1, height - 2 * margin), 0.01);
  return { x: (xmin + xmax) / 2, y: (ymin + ymax) / 2, metresPerPixel: Math.max(across, along) };
}

/** The position on the plane of a pixel of the map, counted from its left upper corner. */
export function atPixel(
  { x, y, metresPerPixel }: View,
  { width, height }: Size,
  [left, top]: Position,
): [number, number] {
  return [x + (left - width / 2) * metresPerPixel, y - (top - height / 2) * metresPerPixel];
}

/** The pixel of a position on the plane. */
export function pixelOf({ x, y, metresPerPixel }: View, { width, height }: Size, at: Position): [number, number] {
  return [width / 2 + (at[0] - x) / metresPerPixel, height / 2 - (at[1] - y) / metresPerPixel];
}

const [minMetresPerPixel, maxMetresPerPixel] = [0.02, 50];

/** The view that is nearer by a factor, with the same position beneath a pixel. */
export function zoomed(view: View, size: Size, factor: number, pixel: Position): View {
  const metresPerPixel = Math.min(maxMetresPerPixel, Math.max(minMetresPerPixel, view.metresPerPixel / factor));
  const [x, y] = atPixel(view, size, pixel);
  const change = metresPerPixel / view.metresPerPixel;
  return { x: x + (view.x - x) * change, y: y + (view.y - y) * change, metresPerPixel };
}
