import { strToU8, type Zippable, zipSync } from 'fflate';
import { writeShapefile } from '../../../local/demo/write-shapefile.ts';

type Ring = [number, number][];
export type Content = string | Uint8Array;

/** A closed square of degrees from its south-western corner, counter-clockwise; 0.002 is about 3 hectares at 52 degrees. */
export function square(x: number, y: number, side = 0.002): Ring {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
}

export function feature(geometry: object, name?: string): object {
  return { type: 'Feature', properties: { ...(name !== undefined && { name }) }, geometry };
}

export function polygon(...rings: unknown[]): object {
  return { type: 'Polygon', coordinates: rings };
}

/** A GeoJSON file of fields in a row; `from` distinguishes those of several files. */
export function geoJson(count = 1, from = 0): string {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  return collection(numbers.map((at) => feature(polygon(square(10 + at * 0.01, 52)), `Field ${at + 1}`)));
}

export function collection(features: object[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** A KML document with the given placemarks. */
export function kml(...placemarks: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`;
}

export function placemark(name: string, ring: Ring = square(11, 52)): string {
  const coordinates = ring.map(([x, y]) => `${x},${y},0`).join(' ');
  return `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
}

/** The parts of a shapefile with one field, in degrees or in the system of `projection`; a given name is written in Latin-1. */
export function shapefile(ring: Ring = square(12, 52), projection?: string, name?: string): Record<string, Buffer> {
  return writeShapefile([{ rings: [[...ring].reverse()], attributes: { NAME: name ?? 'North' } }], {
    ...(projection !== undefined && { projection }),
    ...(name !== undefined && { encode: (text) => Buffer.from(text, 'latin1') }),
  });
}

/** The parts under one name, such as `{ 'farm.shp': … }`. */
export function named(name: string, parts: Record<string, Buffer>): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(parts).map(([extension, bytes]) => [`${name}.${extension}`, bytes]));
}

/** A zip of files by their paths. */
export function zip(files: Record<string, Content>): Uint8Array {
  const entries: Zippable = {};
  for (const [path, content] of Object.entries(files)) {
    entries[path] = typeof content === 'string' ? strToU8(content) : new Uint8Array(content);
  }
  return zipSync(entries, { mtime: new Date(2024, 0, 1) });
}

/** A zip whose conversion takes a while, entry after entry. */
export function manyFiles(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, at) => at);
  return zip(Object.fromEntries(numbers.map((at) => [`${at}.geojson`, geoJson(1, at)])));
}
