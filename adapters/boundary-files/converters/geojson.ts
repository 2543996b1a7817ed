import { createReadStream } from 'node:fs';
import { nameOf } from '../../../domain/boundary-files/field-name.ts';
import { type ProblemLocation, problem } from '../../../domain/boundary-files/problem.ts';
import { decodeText } from '../../../domain/boundary-files/text-encoding.ts';
import { GeometryShapeError, widenGeoJson } from '../../../domain/geometry/widen.ts';
import type { Reprojection } from '../../gdal/reproject.ts';
import { type Conversion, ConversionError, type Converter, reasonOf, type SourceContent } from '../conversion.ts';
import { reprojectionOfMember } from './geojson-crs.ts';
import { createJsonScanner, type JsonPart, JsonPartTooLargeError, JsonScanError } from './json-scanner.ts';

/**
 * Reads GeoJSON of any size: a FeatureCollection, a Feature, a bare geometry, or a list of them. It is read twice,
 * since a `crs` member may follow the features: first for all other members, then for the features.
 */
export const readGeoJson: Converter = async function* readGeoJson(set, conversion) {
  const location = { file: set.file };
  const { path } = set;
  const members = new Map<string, Uint8Array>();
  let elements = 0;
  for await (const part of parts(path, location, conversion, false)) {
    if (part.part === 'element') elements++;
    else members.set(part.key, part.bytes);
  }
  const crs = members.get('crs');
  const reproject = reprojectionOfMember(crs && parse(decodeText(crs).text, location), location, conversion);
  const decode = createDecoder(location, conversion);
  if (elements === 0) {
    const root = rootFeature(members, decode, location);
    if (root) yield { feature: 1, read: () => readFeature(root, reproject, { ...location, feature: 1 }) };
    return;
  }
  let feature = 0;
  for await (const part of parts(path, location, conversion, true)) {
    if (part.part !== 'element') continue;
    const where = { ...location, feature: ++feature };
    yield { feature, read: () => readFeature(parseFeature(decode(part.bytes), where), reproject, where) };
  }
};

async function* parts(
  path: string,
  location: ProblemLocation,
  { limits }: Conversion,
  keepElements: boolean,
): AsyncGenerator<JsonPart> {
  const scanner = createJsonScanner({ list: 'features', limit: limits.featureBytes, keepElements });
  try {
    let isStart = true;
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      yield* scanner.write(isStart ? withoutMark(chunk) : chunk);
      isStart = false;
    }
    scanner.end();
  } catch (error) {
    if (error instanceof JsonPartTooLargeError) {
      throw new ConversionError(problem('featureTooLarge', location, { limit: limits.featureBytes }), { cause: error });
    }
    if (error instanceof JsonScanError || error instanceof SyntaxError) {
      throw new ConversionError(problem('malformedJson', location, { reason: reasonOf(error) }), { cause: error });
    }
    throw error;
  }
}

function withoutMark(chunk: Buffer): Buffer {
  if (chunk[0] === 0xff || chunk[0] === 0xfe) throw new JsonScanError('it is UTF-16, and JSON has to be UTF-8');
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

type Decode = (bytes: Uint8Array) => string;

/** Decodes JSON, which must be UTF-8; other text is read too, and reported once. */
function createDecoder(location: ProblemLocation, { report }: Conversion): Decode {
  let reported = false;
  return (bytes) => {
    const { text, encoding, assumed } = decodeText(bytes);
    if (assumed && !reported) {
      report(problem('assumedEncoding', location, { encoding }));
      reported = true;
    }
    return text;
  };
}

interface FeatureText {
  properties?: unknown;
  geometry: unknown;
}

/** A root that is not a collection of features: a feature, a bare geometry, or nothing usable. */
function rootFeature(
  members: Map<string, Uint8Array>,
  decode: Decode,
  location: ProblemLocation,
): FeatureText | undefined {
  const root: Record<string, unknown> = {};
  for (const [key, bytes] of members) if (rootMembers.has(key)) root[key] = parse(decode(bytes), location);
  if (root.type === 'FeatureCollection' && members.size > 0) return undefined;
  if (root.type === 'Feature') return { properties: root.properties, geometry: root.geometry };
  if (root.coordinates !== undefined || root.geometries !== undefined) return { geometry: root };
  if (members.size === 0) return undefined;
  const found = root.type === undefined ? 'it has no type' : `its type is ${JSON.stringify(root.type).slice(0, 40)}`;
  throw new ConversionError(problem('notGeoJson', location, { found }));
}

const rootMembers = new Set(['type', 'geometry', 'properties', 'coordinates', 'geometries']);

function parseFeature(text: string, location: ProblemLocation): FeatureText {
  const value = parse(text, location);
  if (typeof value !== 'object' || value === null) {
    throw new ConversionError(problem('malformedGeometry', location, { reason: 'is missing: this is not a feature' }));
  }
  const { type, properties, geometry } = value as Record<string, unknown>;
  return type === 'Feature' || geometry !== undefined ? { properties, geometry } : { geometry: value };
}

function parse(text: string, location: ProblemLocation): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConversionError(problem('malformedJson', location, { reason: reasonOf(error) }), { cause: error });
  }
}

function readFeature(
  { properties, geometry }: FeatureText,
  reproject: Reprojection,
  location: ProblemLocation,
): SourceContent {
  try {
    const attributes = typeof properties === 'object' ? (properties as Record<string, unknown> | null) : undefined;
    return { name: nameOf(attributes), geometry: reproject(widenGeoJson(geometry), location) };
  } catch (error) {
    if (!(error instanceof GeometryShapeError)) throw error;
    throw new ConversionError(problem('malformedGeometry', location, { reason: error.message }), { cause: error });
  }
}
