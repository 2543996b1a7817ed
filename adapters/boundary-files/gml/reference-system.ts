import type { Element } from '@xmldom/xmldom';
import { type ProblemLocation, problem } from '../../../domain/boundary-files/problem.ts';
import type { PolygonRings, Position } from '../../../domain/geometry/multi-polygon.ts';
import { requireGdal } from '../../gdal/gdal-dataset.ts';
import { asIs, findSystem, type Reprojection, reprojectionFrom } from '../../gdal/reproject.ts';
import { type Conversion, ConversionError } from '../conversion.ts';
import { childElements, nameOfElement } from './elements.ts';
import { dimensionOf } from './positions.ts';

/** The coordinate system and dimension of numbers within an extent. */
export interface Reference {
  /** The coordinate system as it is spelled in the file. */
  srsName?: string | undefined;
  dimension?: number | undefined;
}

/** The reference of a feature's or collection's extent; it applies to elements within that state none. */
export function referenceOfExtent(element: Element, around: Reference): Reference {
  for (const child of childElements(element)) {
    if (nameOfElement(child) !== 'boundedBy') continue;
    for (const extent of childElements(child)) {
      const srsName = srsNameOf(extent);
      if (srsName) return { srsName, dimension: dimensionOf(extent) };
    }
  }
  return around;
}

/** The coordinate systems that a geometry and its parts name; none if an enclosing element states it. */
export function srsNamesWithin(element: Element, names = new Set<string>()): Set<string> {
  const name = srsNameOf(element);
  if (name) names.add(name);
  for (const child of childElements(element)) srsNamesWithin(child, names);
  return names;
}

function srsNameOf(element: Element): string | undefined {
  return element.getAttribute('srsName')?.trim() || undefined;
}

interface Known {
  /** Such as `EPSG:25832`. */
  code: string;
  /** Whether the numbers are in the axis order of the registry, with latitude or northing first for some systems. */
  inOrderOfRegistry: boolean;
}

/** The accepted spellings. Nothing else is passed to the engine, which would read paths and fetch URLs. */
const spellings: [pattern: RegExp, known: (found: string) => Known][] = [
  [/^EPSG:{1,2}(\d{4,6})$/i, (code) => ({ code: `EPSG:${code}`, inOrderOfRegistry: false })],
  [
    /^https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#(\d{4,6})$/i,
    (code) => ({ code: `EPSG:${code}`, inOrderOfRegistry: false }),
  ],
  [
    /^urn:(?:x-)?ogc:def:crs:EPSG:(?:[\d.]*:)?(\d{4,6})$/i,
    (code) => ({ code: `EPSG:${code}`, inOrderOfRegistry: true }),
  ],
  [
    /^https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\d.]+\/(\d{4,6})$/i,
    (code) => ({ code: `EPSG:${code}`, inOrderOfRegistry: true }),
  ],
  [
    /^(?:urn:(?:x-)?ogc:def:crs:OGC:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[\d.]+\/|OGC:)(CRS84)$/i,
    () => ({ code: 'OGC:CRS84', inOrderOfRegistry: false }),
  ],
  // Names of the German surveying authorities, easting first.
  [/^urn:adv:crs:ETRS89_UTM(3[1-3])$/i, (zone) => ({ code: `EPSG:258${zone}`, inOrderOfRegistry: false })],
];

/**
 * Creates the reprojection from a system that a file names to longitude and latitude.
 *
 * @throws ConversionError `unknownProjection` or `engineMissing`.
 */
export function reprojectionOfName(srsName: string, location: ProblemLocation, conversion: Conversion): Reprojection {
  const known = knownSystem(srsName);
  if (!known) {
    const reason = 'only references such as EPSG:25832, urn:ogc:def:crs:EPSG::25832 or their URL are followed';
    throw new ConversionError(problem('unknownProjection', location, { name: srsName.slice(0, 80), reason }));
  }
  const { code, inOrderOfRegistry } = known;
  if (code === 'OGC:CRS84') return asIs;
  if (code === 'EPSG:4326') return inOrderOfRegistry ? swapped(asIs) : asIs;
  const gdal = requireGdal(conversion, location.file, 'GML file in another coordinate system than WGS 84');
  const system = findSystem(gdal, code, code, location);
  const reproject = reprojectionFrom(gdal, system, location, true, conversion.report);
  const isYFirst = system.EPSGTreatsAsLatLong() || system.EPSGTreatsAsNorthingEasting();
  return inOrderOfRegistry && isYFirst ? swapped(reproject) : reproject;
}

function knownSystem(srsName: string): Known | undefined {
  for (const [pattern, known] of spellings) {
    const [, found] = pattern.exec(srsName) ?? [];
    if (found) return known(found);
  }
  return undefined;
}

function swapped(reproject: Reprojection): Reprojection {
  return ({ polygons, others }, location) => reproject({ polygons: polygons.map(swapRings), others }, location);
}

function swapRings(rings: PolygonRings): PolygonRings {
  return rings.map((ring) => ring.map(([first, second]): Position => [second, first]));
}
