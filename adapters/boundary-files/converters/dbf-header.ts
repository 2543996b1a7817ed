import { isAscii } from 'node:buffer';
import { fstatSync, readFileSync, readSync } from 'node:fs';
import { decodeAs, decodeText, encodingNamed, isUtf8 } from '../../../domain/boundary-files/text-encoding.ts';

/** A column of a dBase table. */
export interface DbfColumn {
  name: string;
  /** `C` text, `N` and `F` numbers, `D` dates, `L` booleans. */
  type: string;
  /** Offset in a record, in bytes. */
  offset: number;
  length: number;
}

/** The header of a dBase table. */
export interface DbfHeader {
  /**
   * Number of complete records in the file, at most the declared number: a header that declares four billion takes no
   * time.
   */
  records: number;
  /** Number of records that the table declares. */
  declared: number;
  headerBytes: number;
  recordBytes: number;
  languageDriver: number;
  columns: DbfColumn[];
}

const columnBytes = 32;
const endOfColumns = 0x0d;
/** The first byte of a record that was deleted. */
export const deletedMark = 0x2a;

/** @throws Error that names the defect of the table. */
export function readDbfHeader(file: number): DbfHeader {
  const head = readBytes(file, 0, 32);
  const headerBytes = head.length < 32 ? 32 : head.readUInt16LE(8);
  return headerOf(readBytes(file, 0, headerBytes), fstatSync(file).size);
}

/** The header of a table that is in memory. @throws Error that names the defect of the table. */
export function dbfHeaderOf(table: Buffer): DbfHeader {
  return headerOf(table, table.length);
}

/** @param head at least the bytes of the header, if the file has them. */
function headerOf(head: Buffer, size: number): DbfHeader {
  if (head.length < 32) throw new Error('it ends within its header');
  const headerBytes = head.readUInt16LE(8);
  const recordBytes = head.readUInt16LE(10);
  if (headerBytes < 33 || recordBytes < 1) throw new Error('its header is not that of a dBase table');
  const description = head.subarray(32, headerBytes);
  const columns: DbfColumn[] = [];
  let offset = 1;
  for (let at = 0; at + columnBytes <= description.length && description[at] !== endOfColumns; at += columnBytes) {
    const cell = description.subarray(at, at + columnBytes);
    const type = String.fromCharCode(cell.readUInt8(11));
    // The length of text columns beyond 255 bytes has its high byte where numbers have their decimals.
    const length = cell.readUInt8(16) + (type === 'C' ? cell.readUInt8(17) * 256 : 0);
    const nameBytes = cell.subarray(0, 11);
    const end = nameBytes.indexOf(0);
    const name = decodeText(end < 0 ? nameBytes : nameBytes.subarray(0, end)).text.trim();
    columns.push({ name, type, offset, length });
    offset += length;
  }
  if (offset > recordBytes) throw new Error('its columns are longer than its records');
  const held = Math.floor(Math.max(0, size - headerBytes) / recordBytes);
  const declared = head.readUInt32LE(4);
  const records = Math.min(declared, held);
  return { records, declared, headerBytes, recordBytes, languageDriver: head.readUInt8(29), columns };
}

/**
 * The encoding of a table's text.
 *
 * @param codePagePath the .cpg file, if there is one; its encoding takes precedence over the table's own mark, as in
 * other programs.
 */
export function encodingOfTable(
  sample: Buffer,
  { languageDriver }: DbfHeader,
  codePagePath: string | undefined,
): { encoding: string; assumed: boolean } {
  const stated = codePagePath ? encodingOfCodePageFile(readFileSync(codePagePath, 'latin1').slice(0, 100)) : undefined;
  const marked = encodingOfLanguageDriver(languageDriver);
  if (stated && (stated !== 'utf-8' || isUtf8(sample))) return { encoding: stated, assumed: false };
  // Only ASCII in the sampled rows; others may contain more.
  if (marked && isAscii(sample)) return { encoding: marked, assumed: false };
  // Many programs write UTF-8 and leave the mark of a western code page; other text is rarely valid UTF-8 by chance.
  if (isUtf8(sample)) return { encoding: 'utf-8', assumed: false };
  if (marked) return { encoding: marked, assumed: stated !== undefined };
  return decodeText(sample);
}

/** The text of a cell. A name that was cut at the column's width may end within a character. */
export function decodeCell(bytes: Buffer, encoding: string): string {
  const end = bytes.indexOf(0);
  return decodeAs(end < 0 ? bytes : bytes.subarray(0, end), encoding).replace(/\ufffd\s*$/, '');
}

/**
 * The bytes of a file from a position on, fewer at its end.
 *
 * @example const head = readBytes(file, 0, headerBytes);
 */
export function readBytes(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, position));
}

/** The language driver bytes of dBase headers by code page, for those that can be decoded (GDAL, ogrshapelayer.cpp). */
const languageDrivers: Record<string, number[]> = {
  cp437: [1, 9, 11, 13, 15, 17, 21, 24, 25, 27],
  cp850: [2, 10, 14, 16, 18, 20, 22, 26, 29, 37, 55],
  'windows-1252': [3, 87, 88, 89],
  cp865: [8, 23, 102],
  shift_jis: [19, 123],
  cp863: [28, 108],
  cp852: [31, 34, 35, 64, 100, 135],
  cp860: [36],
  ibm866: [38, 101],
  gbk: [77, 122],
  'euc-kr': [78, 121],
  big5: [79, 120],
  'windows-874': [80, 124],
  cp861: [103],
  cp857: [107, 136],
  'windows-1255': [125],
  'windows-1256': [126],
  'windows-1250': [200],
  'windows-1251': [201],
  'windows-1254': [202],
  'windows-1253': [203],
  'windows-1257': [204],
};

const namesOfPages: Record<string, string> = {
  '437': 'cp437',
  '850': 'cp850',
  '852': 'cp852',
  '857': 'cp857',
  '860': 'cp860',
  '861': 'cp861',
  '863': 'cp863',
  '865': 'cp865',
  '866': 'ibm866',
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '65001': 'utf-8',
};

function encodingOfLanguageDriver(byte: number): string | undefined {
  return Object.keys(languageDrivers).find((page) => languageDrivers[page]?.includes(byte));
}

/** Parses a .cpg file: `UTF-8`, `1252`, `ANSI 1251`, `OEM 866`, `ISO-8859-1`, `88591` are all in use. */
function encodingOfCodePageFile(content: string): string | undefined {
  const name = content
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .toLowerCase();
  const known = /^\d+$/.test(name) ? undefined : encodingNamed(name);
  if (known) return known;
  const iso = /^(?:iso)?[\s_-]*8859[\s_-]*(\d{1,2})$/.exec(name)?.[1];
  if (iso) return encodingNamed(`iso-8859-${iso}`);
  const page = /(\d{3,5})$/.exec(name)?.[1];
  return page ? encodingNamed(namesOfPages[page] ?? `windows-${page}`) : undefined;
}
