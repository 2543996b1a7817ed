import type { CheckOrder, PrescriptionFacts } from '../../domain/prescriptions/prescription-check.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { highestRate, isNoRate } from '../../domain/prescriptions/rate-columns.ts';
import { zipRules } from '../../domain/prescriptions/zip-rules.ts';
import { reasonOf } from '../boundary-files/conversion.ts';
import { type DbfHeader, dbfHeaderOf, deletedMark } from '../boundary-files/converters/dbf-header.ts';
import { otherKind, ratesOfColumn } from './rate-cells.ts';

/** The table of a prescription. */
export interface CheckedTable {
  isReadable: boolean;
  records: number;
  columns: string[];
  rates: PrescriptionFacts['rates'];
  findings: PrescriptionFinding[];
}

/** Checks the table of a prescription, and the numbers in the columns that may be its rates. */
export function checkTable(
  bytes: Buffer,
  entry: string,
  { target, rateColumn }: Omit<CheckOrder, 'fileName'>,
): CheckedTable {
  let header: DbfHeader;
  try {
    header = dbfHeaderOf(bytes);
  } catch (error) {
    const found = finding('shapefileDamaged', { entry }, { reason: reasonOf(error) });
    return { isReadable: false, records: 0, columns: [], rates: [], findings: [found] };
  }
  const columns = header.columns.map(({ name }) => name);
  const { read, findings } = columnsToRead(header, entry, rateColumn);
  const characters = zipRules[target].columnCharacters;
  if (rateColumn && characters && [...rateColumn].length > characters) {
    findings.push(finding('columnNameTooLong', { column: rateColumn }, { limit: characters }));
  }
  // Of several numeric columns it is open which one holds rates.
  const isRate = rateColumn !== undefined || read.length === 1;
  const counted = read.map((column) =>
    ratesOfColumn(bytes, header, column, { entry, highest: isRate ? highestRate(undefined) : undefined }),
  );
  findings.push(...counted.flatMap((column) => column.findings));
  if (counted.length > 0 && counted.every(({ max }) => !(max > 0))) {
    findings.push(finding('ratesAllZero', { entry, ...(read.length === 1 && { column: read[0]?.name }) }));
  }
  const deleted = deletedRows(bytes, header);
  if (deleted.rows > 0) findings.push(finding('rowDeleted', { entry, ...deleted }));
  const rates = counted
    .filter(({ rows }) => rows > 0)
    .map(({ column, min, max, rows }) => ({ column, min, max, rows }));
  return { isReadable: true, records: header.records, columns, rates, findings };
}

function columnsToRead({ columns }: DbfHeader, entry: string, rateColumn: string | undefined) {
  const findings: PrescriptionFinding[] = [];
  const names = columns.map(({ name }) => name);
  const numeric = columns.filter((column) => otherKind(column) === undefined);
  if (rateColumn === undefined) {
    if (numeric.every(({ name }) => isNoRate(name))) {
      findings.push(finding('noRateColumn', { entry }, { columns: names }));
      return { read: [], findings };
    }
    if (numeric.length > 1) {
      findings.push(finding('severalRateColumns', { entry }, { columns: numeric.map(({ name }) => name) }));
    }
    return { read: numeric, findings };
  }
  const named = columns.find(({ name }) => name === rateColumn);
  const kind = named && otherKind(named);
  if (!named) findings.push(finding('columnMissing', { entry, column: rateColumn }, { columns: names }));
  if (kind) findings.push(finding('columnNotNumeric', { entry, column: rateColumn }, { kind }));
  return { read: named && !kind ? [named] : [], findings };
}

function deletedRows(bytes: Buffer, { headerBytes, recordBytes, records }: DbfHeader): { row: number; rows: number } {
  const deleted = { row: 0, rows: 0 };
  for (let index = 0; index < records; index++) {
    if (bytes[headerBytes + index * recordBytes] !== deletedMark) continue;
    deleted.rows++;
    deleted.row ||= index + 1;
  }
  return deleted;
}
