import { decodeText } from './text-encoding.ts';

/** The kind of a file by its first bytes, whatever its name. */
export type ContentKind =
  | 'empty'
  | 'zip'
  | 'shapefile'
  | 'geopackage'
  | 'flatgeobuf'
  | 'parquet'
  | 'tiff'
  | 'geojson'
  | 'json'
  | 'kml'
  | 'gml'
  | 'isoxml'
  | 'xml'
  | 'other';

/**
 * Number of bytes by which a file is recognised. A GeoJSON file names a type or coordinates within them, in any order
 * of members.
 */
export const sniffedBytes = 64 * 1024;

const signatures: [kind: ContentKind, bytes: number[], offset?: number][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['shapefile', [0x00, 0x00, 0x27, 0x0a]],
  ['flatgeobuf', [0x66, 0x67, 0x62, 0x03]],
  ['parquet', [0x50, 0x41, 0x52, 0x31]],
  // TIFF and BigTIFF, in either byte order.
  ['tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
  ['tiff', [0x49, 0x49, 0x2b, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2b]],
];

const sqliteSignature = 'SQLite format 3\0';

/** Recognises a file by its first `sniffedBytes` bytes. */
export function contentKind(head: Uint8Array): ContentKind {
  if (head.length === 0) return 'empty';
  for (const [kind, bytes] of signatures) if (bytes.every((byte, index) => head[index] === byte)) return kind;
  if (sqliteSignature === latin1(head, 0, 16)) return isGeoPackage(head) ? 'geopackage' : 'other';
  const text = decodeText(head).text.trimStart();
  if (text.startsWith('<')) return xmlKind(text);
  if (text.startsWith('{') || text.startsWith('[')) return jsonKind(text);
  return 'other';
}

/** The application id in the SQLite header: `GPKG` since version 1.2, `GP10` and `GP11` before. */
function isGeoPackage(head: Uint8Array): boolean {
  return ['GPKG', 'GP10', 'GP11'].includes(latin1(head, 68, 72));
}

function xmlKind(text: string): ContentKind {
  const root = rootElement(text)?.toLowerCase();
  if (root === 'kml') return 'kml';
  if (root === 'iso11783_taskdata') return 'isoxml';
  if (root && isGml(root, text)) return 'gml';
  return root ? 'xml' : 'other';
}

/**
 * A collection of features may have any name; it has the namespace of GML, and members. Schemas and metadata have the
 * namespace alone.
 */
function isGml(root: string, text: string): boolean {
  if (root === 'featurecollection') return true;
  if (!/["']http:\/\/www\.opengis\.net\/gml[/"']/.test(text)) return false;
  return (
    /^(?:polygon|surface|multisurface|multipolygon)$/.test(root) ||
    /<(?:[\w.-]+:)?(?:featureM|m)embers?[\s>]/.test(text)
  );
}

/** The first element's name without a prefix. Comments and processing instructions before it are skipped. */
function rootElement(text: string): string | undefined {
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    if (at < 0) return undefined;
    const rest = text.slice(at, at + 100);
    // A document with declarations may have anything before its root; the reader refuses it as the format that it
    // claims to be.
    if (/^<!\w/.test(rest)) return claimedRoot(text);
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : undefined;
    if (!end) return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1];
    at = text.indexOf(end, at);
    if (at < 0) return undefined;
  }
}

function claimedRoot(text: string): string {
  const names = Array.from(
    text.matchAll(/<([\w.:-]+)/g),
    ([, name = '']) => name.toLowerCase().split(':').at(-1) ?? '',
  );
  return names.find((name) => ['kml', 'featurecollection', 'iso11783_taskdata'].includes(name)) ?? 'unknown';
}

const geoJsonTypes = new Set([
  'FeatureCollection',
  'Feature',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
]);

function jsonKind(text: string): ContentKind {
  const types = Array.from(text.matchAll(/"type"\s*:\s*"(\w+)"/g), ([, type = '']) => type);
  if (types.includes('Topology')) return 'json';
  return types.some((type) => geoJsonTypes.has(type)) || /"(features|coordinates)"\s*:\s*\[/.test(text)
    ? 'geojson'
    : 'json';
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
