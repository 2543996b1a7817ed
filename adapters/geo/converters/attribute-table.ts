import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { nameColumns, pickName } from '../../../domain/boundary-files/field-name.ts';
import { decodeAs, decodeText, isUtf8 } from '../../../domain/boundary-files/text-encoding.ts';
import { encodingOfCodePageFile, encodingOfLanguageDriver } from './dbf-encoding.ts';

/** The attribute table (.dbf) of a shapefile, as far as a boundary needs it. Records are numbered from 0. */
export interface AttributeTable {
  nameOf(record: number): string | undefined;
  isDeleted(record: number): boolean;
  /** The encoding that was guessed because the table's own statement is missing or wrong. */
  assumedEncoding: string | undefined;
  close(): void;
}

interface Column {
  name: string;
  offset: number;
  length: number;
}

interface Header {
  records: number;
  headerBytes: number;
  recordBytes: number;
  languageDriver: number;
  columns: Column[];
}

/** How many records are looked at to tell the encoding. */
const sampledRecords = 2_000;
const columnBytes = 32;
const endOfColumns = 0x0d;
const deletedMark = 0x2a;

/**
 * Opens a dBase table.
 *
 * @param codePagePath the .cpg file, when there is one: its encoding counts more than the table's own mark, as for other programs.
 * @throws Error naming what is wrong with the table.
 */
export function openAttributeTable(path: string, codePagePath: string | undefined): AttributeTable {
  const file = openSync(path, 'r');
  try {
    const header = readHeader(file);
    const byName = new Map(header.columns.map((column) => [column.name, column]));
    const columns = nameColumns([...byName.keys()]).flatMap((name) => byName.get(name) ?? []);
    const values = (record: number) =>
      columns.map((column) => readBytes(file, cellOffset(header, record, column), column.length));
    const sample = Array.from({ length: Math.min(header.records, sampledRecords) }, (_, record) =>
      values(record),
    ).flat();
    const { encoding, assumed } = chooseEncoding(Buffer.concat(sample), header, codePagePath);
    return {
      nameOf: (record) =>
        record < header.records ? pickName(values(record).map((bytes) => decodeCell(bytes, encoding))) : undefined,
      isDeleted: (record) =>
        record < header.records &&
        readBytes(file, header.headerBytes + record * header.recordBytes, 1)[0] === deletedMark,
      assumedEncoding: assumed ? encoding : undefined,
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function readHeader(file: number): Header {
  const head = readBytes(file, 0, 32);
  if (head.length < 32) throw new Error('it ends within its header');
  const headerBytes = head.readUInt16LE(8);
  const recordBytes = head.readUInt16LE(10);
  if (headerBytes < 33 || recordBytes < 1) throw new Error('its header is not that of a dBase table');
  const description = readBytes(file, 32, headerBytes - 32);
  const columns: Column[] = [];
  let offset = 1;
  for (let at = 0; at + columnBytes <= description.length && description[at] !== endOfColumns; at += columnBytes) {
    const cell = description.subarray(at, at + columnBytes);
    const isText = cell[11] === 0x43;
    // Text columns beyond 255 bytes keep the high byte where numbers keep their decimals.
    const length = cell.readUInt8(16) + (isText ? cell.readUInt8(17) * 256 : 0);
    const nameBytes = cell.subarray(0, 11);
    const end = nameBytes.indexOf(0);
    columns.push({ name: decodeText(end < 0 ? nameBytes : nameBytes.subarray(0, end)).text.trim(), offset, length });
    offset += length;
  }
  return { records: head.readUInt32LE(4), headerBytes, recordBytes, languageDriver: head.readUInt8(29), columns };
}

function chooseEncoding(
  sample: Buffer,
  header: Header,
  codePagePath: string | undefined,
): { encoding: string; assumed: boolean } {
  const stated = codePagePath ? encodingOfCodePageFile(readFileSync(codePagePath, 'latin1').slice(0, 100)) : undefined;
  const marked = encodingOfLanguageDriver(header.languageDriver);
  if (stated && (stated !== 'utf-8' || isUtf8(sample))) return { encoding: stated, assumed: false };
  // Many programs write UTF-8 and leave the mark of a western code page; text with such letters is hardly ever UTF-8 by chance.
  if (isUtf8(sample)) return { encoding: 'utf-8', assumed: false };
  if (marked) return { encoding: marked, assumed: stated !== undefined };
  return decodeText(sample);
}

/** A name cut at the column's width may end within a character. */
function decodeCell(bytes: Buffer, encoding: string): string {
  const end = bytes.indexOf(0);
  return decodeAs(end < 0 ? bytes : bytes.subarray(0, end), encoding).replace(/\ufffd\s*$/, '');
}

function cellOffset(header: Header, record: number, column: Column): number {
  return header.headerBytes + record * header.recordBytes + column.offset;
}

function readBytes(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, position));
}
