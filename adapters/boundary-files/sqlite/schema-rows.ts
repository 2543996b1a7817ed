import { DamagedDatabase, type DatabasePages } from './database-pages.ts';

/** A row of `sqlite_schema` (once `sqlite_master`). */
export interface SchemaRow {
  type: string;
  name: string;
  table: string;
  /** The first page of a table or index; 0 for objects without pages. */
  rootPage: number;
  /** Undefined for the indexes that SQLite creates by itself. */
  sql: string | undefined;
}

const interiorPage = 5;
const leafPage = 13;
const maxDepth = 20;
const maxRows = 20_000;
const maxPayload = 1024 * 1024;

/**
 * Reads the schema, whose b-tree begins at page 1, from the file, without running its statements.
 *
 * @throws DamagedDatabase
 */
export function* schemaRows(pages: DatabasePages): Generator<SchemaRow> {
  let rows = 0;
  for (const payload of payloads(pages, 1, 0)) {
    if (++rows > maxRows) throw new DamagedDatabase(`its schema has more than ${maxRows} rows`);
    yield rowOf(payload);
  }
}

/** The records of a table's b-tree in their order. */
function* payloads(pages: DatabasePages, number: number, depth: number): Generator<Buffer> {
  if (depth > maxDepth) throw new DamagedDatabase('its schema is nested too deep');
  const page = pages.take(number);
  // The file's own header precedes that of the first page.
  const start = number === 1 ? 100 : 0;
  const kind = page[start];
  if (kind !== interiorPage && kind !== leafPage) throw new DamagedDatabase('its schema is no table');
  const cells = page.readUInt16BE(start + 3);
  const pointers = start + (kind === leafPage ? 8 : 12);
  if (pointers + 2 * cells > pages.usable) throw new DamagedDatabase('a page of its schema has too many cells');
  for (let cell = 0; cell < cells; cell++) {
    const at = page.readUInt16BE(pointers + 2 * cell);
    if (at < pointers + 2 * cells || at + 4 > pages.usable)
      throw new DamagedDatabase('a cell lies outside of its page');
    if (kind === leafPage) yield payloadAt(pages, page, at);
    else yield* payloads(pages, page.readUInt32BE(at), depth + 1);
  }
  if (kind === interiorPage) yield* payloads(pages, page.readUInt32BE(start + 8), depth + 1);
}

/** A record, including its overflow pages. */
function payloadAt(pages: DatabasePages, page: Buffer, at: number): Buffer {
  const { usable } = pages;
  const [size, afterSize] = varint(page, at);
  const [, begin] = varint(page, afterSize);
  if (size > maxPayload) throw new DamagedDatabase('a statement of its schema is too long');
  const local = localBytes(size, usable);
  if (begin + local + (local < size ? 4 : 0) > usable) throw new DamagedDatabase('a cell ends outside of its page');
  const parts = [page.subarray(begin, begin + local)];
  let left = size - local;
  let next = left > 0 ? page.readUInt32BE(begin + local) : 0;
  while (left > 0) {
    const overflow = pages.take(next);
    const part = overflow.subarray(4, Math.min(usable, 4 + left));
    parts.push(part);
    left -= part.length;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

/** The number of bytes of a record in its leaf page, by the file format. */
function localBytes(size: number, usable: number): number {
  if (size <= usable - 35) return size;
  const min = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = min + ((size - min) % (usable - 4));
  return fitting <= usable - 35 ? fitting : min;
}

type Value = string | number | undefined;

function rowOf(payload: Buffer): SchemaRow {
  const [type, name, table, rootPage, sql, ...more] = valuesOf(payload);
  const isText = typeof type === 'string' && typeof name === 'string' && typeof table === 'string';
  if (!isText || more.length > 0 || typeof sql === 'number' || typeof rootPage === 'string') {
    throw new DamagedDatabase('a row of its schema is none');
  }
  return { type, name, table, rootPage: rootPage ?? 0, sql };
}

function valuesOf(payload: Buffer): Value[] {
  const [headerSize, first] = varint(payload, 0);
  if (headerSize > payload.length) throw new DamagedDatabase('a record of its schema is cut off');
  const values: Value[] = [];
  let at = headerSize;
  for (let header = first; header < headerSize; ) {
    const [serialType, next] = varint(payload, header);
    const [value, bytes] = valueAt(payload, at, serialType);
    values.push(value);
    header = next;
    at += bytes;
  }
  return values;
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8];

function valueAt(payload: Buffer, at: number, serialType: number): [value: Value, bytes: number] {
  if (serialType === 0) return [undefined, 0];
  if (serialType === 8 || serialType === 9) return [serialType - 8, 0];
  const integer = integerBytes[serialType];
  const bytes = integer ?? (serialType >= 13 && serialType % 2 === 1 ? (serialType - 13) / 2 : undefined);
  if (bytes === undefined) throw new DamagedDatabase('a value of its schema is neither a number nor text');
  if (at + bytes > payload.length) throw new DamagedDatabase('a record of its schema is cut off');
  if (integer !== undefined)
    return [integer === 8 ? Number(payload.readBigInt64BE(at)) : payload.readIntBE(at, integer), bytes];
  return [textOf(payload.subarray(at, at + bytes)), bytes];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): string {
  // SQLite ends a statement at the first zero.
  if (bytes.includes(0)) throw new DamagedDatabase('a statement of its schema holds a zero');
  try {
    return utf8.decode(bytes);
  } catch {
    throw new DamagedDatabase('a statement of its schema is not UTF-8');
  }
}

/**
 * Decodes SQLite's integers of one to nine bytes. Values that are too large for lengths become larger than any limit.
 */
function varint(bytes: Buffer, at: number): [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < 9; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) throw new DamagedDatabase('a number is cut off');
    if (index === 8) return [value * 256 + byte, at + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + index + 1];
  }
  return [value, at + 9];
}
