import {
  type FindingCode,
  finding,
  type PrescriptionFinding,
} from '../../domain/prescriptions/prescription-finding.ts';
import { type DbfColumn, type DbfHeader, deletedMark } from '../boundary-files/converters/dbf-header.ts';
import { numberInCell } from '../machine-files/rows/dbf-rows.ts';

/** Numbers from here on stand for “no value” in programs (1E+38 of ESRI, 3.4E+38 of floats). */
const noValue = 1e30;

/** The numbers of a column. */
export interface RatesOfColumn {
  column: string;
  min: number;
  max: number;
  /** Rows with a number. */
  rows: number;
  findings: PrescriptionFinding[];
}

const kinds: Record<string, string> = { C: 'text', D: 'dates', L: 'yes or no', M: 'memos' };

/** What a column holds that is not numeric, as a word; undefined for a numeric one. */
export function otherKind({ type }: DbfColumn): string | undefined {
  return type === 'N' || type === 'F' ? undefined : (kinds[type] ?? `values of the type ${type}`);
}

/**
 * Reads the numbers of a column, and finds cells that are none. Each kind of finding names its first row, and how many there are.
 *
 * @param table the bytes of the .dbf.
 * @param highest the highest rate that a machine applies, if the numbers are rates, so that an empty cell is a missing one; without it any number may be there.
 */
export function ratesOfColumn(
  table: Buffer,
  { headerBytes, recordBytes, records }: DbfHeader,
  { name, offset, length }: DbfColumn,
  { entry, highest }: { entry: string; highest?: number | undefined },
): RatesOfColumn {
  const faults = new Map<FindingCode, { row: number; rows: number; text: string }>();
  const note = (code: FindingCode, row: number, text: string) => {
    const known = faults.get(code);
    if (known) known.rows++;
    else faults.set(code, { row, rows: 1, text });
  };
  const most = highest ?? noValue;
  let [min, max, rows] = [Infinity, -Infinity, 0];
  for (let index = 0; index < records; index++) {
    const record = headerBytes + index * recordBytes;
    if (table[record] === deletedMark) continue;
    const start = record + offset;
    const value = numberInCell(table, start, start + length);
    if (value >= 0 && value <= most) {
      rows++;
      if (value < min) min = value;
      if (value > max) max = value;
      continue;
    }
    const text = table
      .toString('latin1', start, start + length)
      .replaceAll('\0', ' ')
      .trim();
    const code = faultOf(value, text, most);
    if (code !== 'rateMissing' || highest !== undefined) note(code, index + 1, text.slice(0, 40));
  }
  const findings = [...faults].map(([code, { row, rows, text }]) => {
    const location = { entry, column: name, row, rows };
    return code === 'rateMissing'
      ? finding('rateMissing', location)
      : finding(code as 'rateNotNumber', location, { text });
  });
  return { column: name, min, max, rows, findings };
}

function faultOf(
  value: number,
  text: string,
  most: number,
): 'rateMissing' | 'rateNotNumber' | 'rateImpossible' | 'rateNegative' {
  if (text === '') return 'rateMissing';
  // Asterisks replace a number that is too wide for its column.
  if (!/^[-+.\d]/.test(text) || Number.isNaN(value)) return 'rateNotNumber';
  if (value > most || value <= -noValue) return Number.isNaN(Number(text)) ? 'rateNotNumber' : 'rateImpossible';
  return 'rateNegative';
}
