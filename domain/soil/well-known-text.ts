import type { Position } from '../geometry/multi-polygon.ts';
import type { SoilGeometry } from './soil-reading.ts';

const types = new Set(['POINT', 'POLYGON', 'MULTIPOLYGON']);

/**
 * A point or polygon in well-known text, longitude first. Heights are left out; undefined for anything else.
 *
 * @example geometryOf('POINT (-88.03 44.2)') // { type: 'Point', coordinates: [-88.03, 44.2] }
 */
export function geometryOf(text: string): SoilGeometry | undefined {
  const trimmed = text.trim();
  const at = trimmed.indexOf('(');
  if (at < 0 || !trimmed.endsWith(')')) return undefined;
  const [type = '', dimensions = ''] = trimmed.slice(0, at).trim().toUpperCase().split(/\s+/);
  if (!types.has(type) || !/^(?:Z|M|ZM)?$/.test(dimensions)) return undefined;
  const content = trimmed.slice(at);
  // Lists of numbers become JSON: parentheses are brackets, and spaces part the numbers of a position.
  const json = content
    .replaceAll(/[^(),]+/g, (position) => (position.trim() === '' ? '' : `[${position.trim().split(/\s+/).join(',')}]`))
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  const lists = parsed(json);
  if (lists === undefined) return undefined;
  if (type === 'POINT') {
    const [position] = flat(lists as Position[]) ?? [];
    return position && { type: 'Point', coordinates: position };
  }
  const polygons = type === 'POLYGON' ? [lists as Position[][]] : (lists as Position[][][]);
  const read = polygons.map((rings) => rings.map((ring) => flat(ring)));
  if (read.some((rings) => rings.length === 0 || rings.some((ring) => ring === undefined || ring.length < 4)))
    return undefined;
  if (read.length === 0) return undefined;
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
  const isWhole = positions.every(
    (one) => Array.isArray(one) && one.slice(0, 2).every(Number.isFinite) && one.length > 1,
  );
  return isWhole ? positions.map(([x, y]) => [x, y]) : undefined;
}
