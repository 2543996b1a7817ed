import type { Element } from '@xmldom/xmldom';
import { nameOf } from '../../../domain/boundary-files/field-name.ts';
import { type ProblemPlace, problem } from '../../../domain/boundary-files/problem.ts';
import { looksLikeDegrees } from '../../../domain/geometry/coordinate-range.ts';
import { boundsOf, type PolygonRings } from '../../../domain/geometry/multi-polygon.ts';
import { GeometryShapeError, type Widened } from '../../../domain/geometry/widen.ts';
import type { Reprojection } from '../../gdal/reproject.ts';
import { readXmlDocument } from '../../xml.ts';
import { type Conversion, ConversionError, type Converter } from '../conversion.ts';
import { childElements, nameOfElement } from '../gml/elements.ts';
import { geometriesOf, readGeometry } from '../gml/geometry.ts';
import { membersOf } from '../gml/members.ts';
import { type Reference, reprojectionOfName, srsNamesWithin } from '../gml/reference-system.ts';

/**
 * Reads GML 2, 3.1 and 3.2 (OGC 02-069, 03-105r1, 07-036) as web feature services give it. A feature is its first geometry with an area;
 * a point beside it is a place for a label. What the file links to is not fetched, nor is its schema.
 */
export const readGml: Converter = async function* readGml(set, conversion) {
  const { main } = set.members;
  if (!main) return;
  const place = { file: set.file };
  const { documentElement } = await readXmlDocument({ ...main, name: set.file }, conversion.limits);
  if (!documentElement) return;
  const systems = systemsOfFile(place, conversion);
  let missed = 0;
  let feature = 0;
  for (const member of membersOf(documentElement, () => missed++)) {
    const where = { ...place, feature: ++feature };
    const parts = geometriesOf(member.feature).map((element) => partOf(element, member.around));
    for (const part of parts) systems.check(part);
    yield {
      feature: where.feature,
      read: () => ({ name: nameOf(attributesOf(member.feature)), geometry: readParts(parts, where, systems) }),
    };
  }
  if (missed > 0) conversion.report(problem('membersElsewhere', place, { members: missed }));
};

/** Values of the feature by their names without a prefix; the first that is not empty, where there are several. */
function attributesOf(feature: Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const child of childElements(feature)) {
    const text = child.textContent ?? '';
    if (childElements(child).next().done && text.trim()) attributes[nameOfElement(child)] ??= text;
  }
  return attributes;
}

/** A geometry of a feature with the systems that it and its own parts are in. */
interface Part {
  element: Element;
  srsNames: string[];
  dimension?: number | undefined;
}

function partOf(element: Element, around: Reference): Part {
  const own = [...srsNamesWithin(element)];
  return own.length > 0 || !around.srsName
    ? { element, srsNames: own }
    : { element, srsNames: [around.srsName], dimension: around.dimension };
}

function readParts(parts: Part[], place: ProblemPlace, { wayFrom }: Systems): Widened {
  const whole: Widened = { polygons: [], others: [] };
  try {
    for (const { element, srsNames, dimension } of parts) {
      const [srsName, ...more] = srsNames;
      if (more.length > 0) throw new GeometryShapeError(`is in several coordinate systems, ${srsName} and ${more[0]}`);
      const geometry = readGeometry(element, dimension);
      const { polygons, others } = srsName ? wayFrom(srsName)(geometry, place) : geometry;
      whole.polygons.push(...polygons);
      whole.others.push(...others);
    }
    return whole;
  } catch (error) {
    if (!(error instanceof GeometryShapeError)) throw error;
    throw new ConversionError(problem('malformedGeometry', place, { reason: error.message }), { cause: error });
  }
}

interface Systems {
  /** @throws ConversionError of the whole file when a system is unknown, or missing although it is needed. */
  check(part: Part): void;
  wayFrom(srsName: string): Reprojection;
}

/** Finds each system of a file once: there are few, and many features. */
function systemsOfFile(file: ProblemPlace, conversion: Conversion): Systems {
  const found = new Map<string, Reprojection>();
  let isReported = false;
  const wayFrom = (srsName: string) => {
    const way = found.get(srsName) ?? reprojectionOfName(srsName, file, conversion);
    found.set(srsName, way);
    return way;
  };
  return {
    wayFrom,
    check({ element, srsNames, dimension }) {
      srsNames.forEach(wayFrom);
      const bounds = srsNames.length === 0 ? boundsOf(polygonsOf(element, dimension)) : undefined;
      if (!bounds) return;
      const [x, y] = bounds;
      if (!looksLikeDegrees(bounds)) throw new ConversionError(problem('missingProjection', file, { x, y }));
      if (!isReported) conversion.report(problem('assumedWgs84', file));
      isReported = true;
    },
  };
}

/** What cannot be read is named with its feature, later. */
function polygonsOf(element: Element, dimension: number | undefined): PolygonRings[] {
  try {
    return readGeometry(element, dimension).polygons;
  } catch (error) {
    if (error instanceof GeometryShapeError) return [];
    throw error;
  }
}
