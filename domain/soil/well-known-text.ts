import type { Position } from 'geojson';
import type { SoilGeometry } from './soil-reading.ts';

/**
 * A point or polygon in well-known text, longitude first. Heights are left out; undefined for anything else.
 *
 * @example geometryOf('POINT (-88.03 44.2)') // { type: 'Point', coordinates: [-88.03, 44.2] }
 */
export function geometryOf(text: string): SoilGeometry | undefined {
  const [, type = '', content = ''] =
    /^\s*(POINT|POLYGON|MULTIPOLYGON)\s*(?:Z|M|ZM)?\s*(\([\s\S]*\))\s*$/i.exec(text) ?? [];
  // Lists of numbers become JSON: parentheses are brackets, and spaces part the numbers of a position.
  const json = content
    .replaceAll(/[^(),]+/g, (position) => (position.trim() === '' ? '' : `[${position.trim().split(/\s+/).join(',')}]`))
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  const lists = parsed(json);
  if (lists === undefined) return undefined;
  if (type.toUpperCase() === 'POINT') {
    const [position] = flat(lists as Position[]) ?? [];
    return position && { type: 'Point', coordinates: position };
  }
  const polygons = type.toUpperCase() === 'POLYGON' ? [lists as Position[][]] : (lists as Position[][][]);
  const read = polygons.map((rings) => rings.map((ring) => flat(ring)));
  if (read.some((rings) => rings.length === 0 || rings.some((ring) => ring === undefined || ring.length < 4)))
    return undefined;
  const coordinates = read as Position[][][];
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0] as Position[][] }
    : { type: 'MultiPolygon', coordinates };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function flat(positions: Position[]): Position[] | undefined {
  if (!Array.isArray(positions)) return undefined;
  const all = positions.map((position) => (Array.isArray(position) ? position.slice(0, 2) : []));
  return all.every((position) => position.length === 2 && position.every(Number.isFinite)) ? all : undefined;
}
