import type { Element } from '@xmldom/xmldom';
import { nameOf } from '../../../domain/boundary-files/field-name.ts';
import { type ProblemLocation, problem } from '../../../domain/boundary-files/problem.ts';
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
 * Reads GML 2, 3.1 and 3.2 (OGC 02-069, 03-105r1, 07-036) as web feature services return it. A feature's boundary is
 * its first geometry with an area; a point beside it is the position of a label. Linked files and schemas are not
 * fetched.
 */
export const readGml: Converter = async function* readGml(set, conversion) {
  const { main } = set.members;
  if (!main) return;
  const location = { file: set.file };
  const { documentElement } = await readXmlDocument({ ...main, name: set.file }, conversion.limits);
  if (!documentElement) return;
  const systems = systemsOfFile(location, conversion);
  let missed = 0;
  let feature = 0;
  for (const member of membersOf(documentElement, () => missed++)) {
    const where = { ...location, feature: ++feature };
    const parts = geometriesOf(member.feature).map((element) => partOf(element, member.around));
    for (const part of parts) systems.check(part);
    yield {
      feature: where.feature,
      read: () => ({ name: nameOf(attributesOf(member.feature)), geometry: readParts(parts, where, systems) }),
    };
  }
  if (missed > 0) conversion.report(problem('membersElsewhere', location, { members: missed }));
};

/** Values of the feature by name without prefix; the first non-empty one if there are several. */
function attributesOf(feature: Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const child of childElements(feature)) {
    const text = child.textContent ?? '';
    if (childElements(child).next().done && text.trim()) attributes[nameOfElement(child)] ??= text;
  }
  return attributes;
}

/** A geometry of a feature with the coordinate systems of it and its parts. */
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

function readParts(parts: Part[], location: ProblemLocation, { wayFrom }: Systems): Widened {
  const whole: Widened = { polygons: [], others: [] };
  try {
    for (const { element, srsNames, dimension } of parts) {
      const [srsName, ...more] = srsNames;
      if (more.length > 0) throw new GeometryShapeError(`is in several coordinate systems, ${srsName} and ${more[0]}`);
      const geometry = readGeometry(element, dimension);
      const { polygons, others } = srsName ? wayFrom(srsName)(geometry, location) : geometry;
      whole.polygons.push(...polygons);
      whole.others.push(...others);
    }
    return whole;
  } catch (error) {
    if (!(error instanceof GeometryShapeError)) throw error;
    throw new ConversionError(problem('malformedGeometry', location, { reason: error.message }), { cause: error });
  }
}

interface Systems {
  /** @throws ConversionError for the whole file if a system is unknown, or missing although it is needed. */
  check(part: Part): void;
  wayFrom(srsName: string): Reprojection;
}

/** Creates the reprojections of a file, each once. */
function systemsOfFile(file: ProblemLocation, conversion: Conversion): Systems {
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

/** Unreadable geometries are reported later, with their feature. */
function polygonsOf(element: Element, dimension: number | undefined): PolygonRings[] {
  try {
    return readGeometry(element, dimension).polygons;
  } catch (error) {
    if (error instanceof GeometryShapeError) return [];
    throw error;
  }
}
