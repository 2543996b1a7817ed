import { closeSync, openSync } from 'node:fs';
import { nameColumns, pickName } from '../../../domain/boundary-files/field-name.ts';
import {
  type DbfColumn,
  type DbfHeader,
  decodeCell,
  deletedMark,
  encodingOfTable,
  readBytes,
  readDbfHeader,
} from './dbf-header.ts';

/** The attribute table (.dbf) of a shapefile, as far as a boundary needs it. Records are numbered from 0. */
export interface AttributeTable {
  /** How many records the file is long enough for, of those that it says it has. */
  records: number;
  declared: number;
  nameOf(record: number): string | undefined;
  isDeleted(record: number): boolean;
  /** The encoding that was guessed because the table's own statement is missing or wrong. */
  assumedEncoding: string | undefined;
  close(): void;
}

/** How many records are looked at to tell the encoding. */
const sampledRecords = 2_000;

/**
 * Opens a dBase table.
 *
 * @param codePagePath the .cpg file, when there is one.
 * @throws Error naming what is wrong with the table.
 */
export function openAttributeTable(path: string, codePagePath: string | undefined): AttributeTable {
  const file = openSync(path, 'r');
  try {
    const header = readDbfHeader(file);
    const byName = new Map(header.columns.map((column) => [column.name, column]));
    const columns = nameColumns([...byName.keys()]).flatMap((name) => byName.get(name) ?? []);
    const values = (record: number) =>
      columns.map((column) => readBytes(file, cellOffset(header, record, column), column.length));
    const sample = Array.from({ length: Math.min(header.records, sampledRecords) }, (_, record) =>
      values(record),
    ).flat();
    const { encoding, assumed } = encodingOfTable(Buffer.concat(sample), header, codePagePath);
    return {
      records: header.records,
      declared: header.declared,
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

function cellOffset(header: DbfHeader, record: number, column: DbfColumn): number {
  return header.headerBytes + record * header.recordBytes + column.offset;
}
