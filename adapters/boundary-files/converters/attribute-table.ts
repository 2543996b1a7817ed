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

/** The attribute table (.dbf) of a shapefile, as far as boundaries need it. Records are numbered from 0. */
export interface AttributeTable {
  /** Number of complete records in the file, at most the declared number. */
  records: number;
  declared: number;
  nameOf(record: number): string | undefined;
  isDeleted(record: number): boolean;
  /** The guessed encoding, if the table's own is missing or wrong. */
  assumedEncoding: string | undefined;
  close(): void;
}

/** Number of records from which the encoding is guessed. */
const sampledRecords = 2_000;

/**
 * Opens a dBase table.
 *
 * @param codePagePath the .cpg file, if there is one.
 * @throws Error that names the defect of the table.
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
