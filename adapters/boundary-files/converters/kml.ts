import { kmlGen } from '@tmcw/togeojson';
import type { Document } from '@xmldom/xmldom';
import type { Feature, Geometry } from 'geojson';
import { nameOf } from '../../../domain/boundary-files/field-name.ts';
import { problem } from '../../../domain/boundary-files/problem.ts';
import { GeometryShapeError, widenGeoJson } from '../../../domain/geometry/widen.ts';
import { readXmlDocument } from '../../xml.ts';
import { ConversionError, type Converter } from '../conversion.ts';

/**
 * Reads KML, including that of a KMZ (which is unpacked like any other zip). Names come from the placemark's name, else
 * from its extended data. Linked files are not fetched.
 */
export const readKml: Converter = async function* readKml(set, { limits, report }) {
  const { main } = set.members;
  if (!main) return;
  const location = { file: set.file };
  const document = await readXmlDocument({ ...main, name: set.file }, limits, withoutPrefix);
  const joined = joinTuples(document);
  if (joined.largest > maxNumbers) {
    const reason = `has a position of ${joined.largest} numbers: a position is longitude,latitude,height, and blanks part them`;
    throw new ConversionError(problem('malformedGeometry', location, { reason }));
  }
  if (joined.changed > 0) report(problem('blanksInCoordinates', location));
  const links = document.getElementsByTagName('NetworkLink').length;
  if (links > 0) report(problem('networkLink', location, { links }));
  let feature = 0;
  for (const placemark of placemarks(document)) {
    const number = ++feature;
    yield {
      feature: number,
      read: () => ({ name: nameOf(placemark.properties), geometry: widenPlacemark(placemark, set.file, number) }),
    };
  }
};

/** Longitude, latitude and height. */
const maxNumbers = 3;

/**
 * Removes the blanks around commas that some programs write (`10, 52, 0`), with which the reader would treat each
 * number as a position.
 *
 * @returns the number of changed lists, and the largest number of values in a position there.
 */
function joinTuples(document: Document): { changed: number; largest: number } {
  let [changed, largest] = [0, 0];
  for (const element of Array.from(document.getElementsByTagName('coordinates'))) {
    const text = (element.textContent ?? '').trim();
    if (!text || text.split(/\s+/).every(isPosition)) continue;
    const plain = text
      .split(',')
      .map((part) => part.trim())
      .join(',');
    if (plain === text) continue;
    changed += 1;
    for (const tuple of plain.split(/\s+/)) largest = Math.max(largest, tuple.split(',').length);
    element.textContent = plain;
  }
  return { changed, largest };
}

/** Whether a text is a position; a comma may follow it. */
function isPosition(tuple: string): boolean {
  const [x, y] = tuple.split(',');
  return Boolean(x && y);
}

/** Removes the prefix that some programs write (`kml:Placemark`), which the reader does not support. */
function withoutPrefix(text: string): string {
  return text.includes('<kml:') ? text.replace(/<(\/?)kml:/g, '<$1') : text;
}

/**
 * The reader also returns other marked elements: ground overlays as polygons, network links as features without a
 * geometry.
 */
function* placemarks(document: Document): Generator<Feature<Geometry | null>> {
  for (const feature of kmlGen(document)) {
    if (feature.properties?.['@geometry-type'] === undefined) yield feature;
  }
}

function widenPlacemark({ geometry }: Feature<Geometry | null>, file: string, feature: number) {
  try {
    return widenGeoJson(geometry);
  } catch (error) {
    if (!(error instanceof GeometryShapeError)) throw error;
    throw new ConversionError(problem('malformedGeometry', { file, feature }, { reason: error.message }), {
      cause: error,
    });
  }
}
