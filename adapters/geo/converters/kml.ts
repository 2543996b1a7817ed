import { kmlGen } from '@tmcw/togeojson';
import type { Document } from '@xmldom/xmldom';
import type { Feature, Geometry } from 'geojson';
import { nameOf } from '../../../domain/boundary-files/field-name.ts';
import { problem } from '../../../domain/boundary-files/problem.ts';
import { GeometryShapeError, widenGeoJson } from '../../../domain/geometry/widen.ts';
import { ConversionError, type Converter } from '../conversion.ts';
import { readXmlDocument } from '../xml.ts';

/**
 * Reads KML, also the one in a KMZ (which is unpacked like any other zip). Names come from the placemark's name, else from its
 * extended data. What it links to is not fetched.
 */
export const readKml: Converter = async function* readKml(set, { limits, report }) {
  const { main } = set.members;
  if (!main) return;
  const place = { file: set.file };
  const document = await readXmlDocument({ ...main, name: set.file }, limits, withoutPrefix);
  const links = document.getElementsByTagName('NetworkLink').length;
  if (links > 0) report(problem('networkLink', place, { links }));
  let feature = 0;
  for (const placemark of placemarks(document)) {
    const number = ++feature;
    yield {
      feature: number,
      read: () => ({ name: nameOf(placemark.properties), geometry: widenPlacemark(placemark, set.file, number) }),
    };
  }
};

/** Some programs write `kml:Placemark`, which the reader does not look for. */
function withoutPrefix(text: string): string {
  return text.includes('<kml:') ? text.replace(/<(\/?)kml:/g, '<$1') : text;
}

/** The reader also gives what is no placemark, marked as such: pictures on the ground as polygons, links as features without a geometry. */
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
