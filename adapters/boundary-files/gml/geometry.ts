import type { Element } from '@xmldom/xmldom';
import type { PolygonRings, Ring } from '../../../domain/geometry/multi-polygon.ts';
import { GeometryShapeError, type Widened } from '../../../domain/geometry/widen.ts';
import { childElements, isReference, nameOfElement } from './elements.ts';
import { dimensionOf, elsewhere, positionsOf } from './positions.ts';

const polygons = new Set(['Polygon', 'PolygonPatch', 'Rectangle', 'Triangle']);

const surfaces = new Set([
  ...['Surface', 'PolyhedralSurface', 'CompositeSurface', 'OrientableSurface', 'TriangulatedSurface', 'Tin'],
  ...['MultiSurface', 'MultiPolygon', 'MultiGeometry', 'GeometryCollection'],
]);

/** Geometries without an area, with their names in other formats. */
const others: Record<string, string> = {
  Point: 'Point',
  LineString: 'LineString',
  Curve: 'LineString',
  CompositeCurve: 'LineString',
  OrientableCurve: 'LineString',
  LinearRing: 'LineString',
  MultiPoint: 'MultiPoint',
  MultiCurve: 'MultiLineString',
  MultiLineString: 'MultiLineString',
  Solid: 'Solid',
  MultiSolid: 'Solid',
};

/**
 * The geometry elements of a feature at any depth, without extents and nested geometries.
 *
 * @returns those that may hold polygons or, if there are none, the others.
 */
export function geometriesOf(feature: Element): Element[] {
  const found: Element[] = [];
  collect(feature, found);
  const withArea = found.filter((element) => !(nameOfElement(element) in others));
  return withArea.length > 0 ? withArea.slice(0, 1) : found;
}

function collect(parent: Element, found: Element[]): void {
  for (const child of childElements(parent)) {
    if (isGeometry(child)) found.push(child);
    else if (nameOfElement(child) !== 'boundedBy') collect(child, found);
  }
}

/**
 * Whether an element is a geometry of GML. Attributes of the data may have the same name in the namespace of their
 * service.
 */
export function isGeometry(element: Element): boolean {
  const name = nameOfElement(element);
  if (element.namespaceURI && !element.namespaceURI.startsWith('http://www.opengis.net/gml')) return false;
  return polygons.has(name) || surfaces.has(name) || Object.hasOwn(others, name);
}

/**
 * Collects the polygons of a geometry, with the numbers as they are in the file.
 *
 * @param dimension numbers per position, if an enclosing element states it.
 * @throws GeometryShapeError if it cannot be read.
 */
export function readGeometry(element: Element, dimension?: number): Widened {
  const widened: Widened = { polygons: [], others: [] };
  gather(element, dimension, widened);
  return widened;
}

function gather(element: Element, dimension: number | undefined, into: Widened): void {
  const name = nameOfElement(element);
  const other = Object.hasOwn(others, name) ? others[name] : undefined;
  if (other) into.others.push(other);
  else if (isReference(element)) throw elsewhere(element);
  else if (name === 'boundedBy') return;
  else {
    const own = dimensionOf(element) ?? dimension;
    if (polygons.has(name)) {
      const rings = readPolygon(element, own);
      if (rings.some((ring) => ring.length > 0)) into.polygons.push(rings);
    } else for (const child of childElements(element)) gather(child, own, into);
  }
}

/** The shell comes first; GML 2 has other names for shell and holes. */
function readPolygon(element: Element, dimension: number | undefined): PolygonRings {
  const shells: Ring[] = [];
  const holes: Ring[] = [];
  for (const boundary of childElements(element)) {
    const name = nameOfElement(boundary);
    const isShell = name === 'exterior' || name === 'outerBoundaryIs';
    if (!isShell && name !== 'interior' && name !== 'innerBoundaryIs') continue;
    if (isReference(boundary)) throw elsewhere(boundary);
    for (const ring of childElements(boundary)) {
      if (isReference(ring)) throw elsewhere(ring);
      (isShell ? shells : holes).push(positionsOf(ring, dimension));
    }
  }
  if (shells.length > 1) throw new GeometryShapeError('has a polygon with more than one outer ring');
  if (shells.length === 0 && holes.length > 0) throw new GeometryShapeError('has a polygon without an outer ring');
  return [...shells, ...holes];
}
