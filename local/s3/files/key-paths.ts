/** Maximum bytes of a path segment. File systems such as ext4 and APFS allow 255; suffixes such as `%.json` need the rest. */
const maxPiece = 200;
const emptyMark = '%_';
const continuesMark = '%~';

/**
 * The path of an object's data below its bucket's `objects` folder. An ordinary key is its own path, so that other programs
 * (DuckDB) can glob the files. `%` escapes what file systems do not allow: empty segments, `.` and `..`, control
 * characters, `%` itself, and segments that are too long, which become several folders.
 *
 * @example keyToPath('a//b') // 'a/%_/b'
 */
export function keyToPath(key: string): string {
  return key.split('/').map(encodeSegment).join('/');
}

/** The key of a path made by `keyToPath`. */
export function pathToKey(path: string): string {
  return path.replaceAll(`${continuesMark}/`, '').split('/').map(decodeSegment).join('/');
}

function encodeSegment(segment: string): string {
  if (segment === '') return emptyMark;
  if (segment === '.' || segment === '..') return segment.replaceAll('.', '%2E');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be encoded
  const encoded = segment.replace(/[%\u0000-\u001f\u007f]/g, (c) => {
    return `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return Buffer.byteLength(encoded) <= maxPiece ? encoded : pieces(encoded).join(`${continuesMark}/`);
}

function decodeSegment(segment: string): string {
  if (segment === emptyMark) return '';
  return segment.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function pieces(segment: string): string[] {
  const found: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of segment) {
    const length = Buffer.byteLength(character);
    if (bytes + length > maxPiece) {
      found.push(piece);
      piece = '';
      bytes = 0;
    }
    piece += character;
    bytes += length;
  }
  found.push(piece);
  return found;
}
