import { closeSync, fstatSync, openSync } from 'node:fs';
import { readBytes } from '../../boundary-files/converters/dbf-header.ts';
import {
  type RecordReader,
  recordReader,
  type TimeLogHeader,
  type TimeLogRecord,
  valueBytes,
} from './time-log-record.ts';

const blockBytes = 1024 * 1024;
/** Maximum values of a record, whose number is one byte. */
const maxValues = 255;
/**
 * Differences from the record before above which a record is verified: the clock was set, the machine was transported,
 * or bytes are lost.
 */
const oddMilliseconds = 86_400_000;
const oddDegrees = 0.1;
/** Number of consecutive records that cannot be accidental. */
const consistentRecords = 3;

/**
 * Reads a time log record by record, in bounded memory. After lost or damaged bytes it continues where consecutive
 * records are consistent again.
 *
 * @param values filled with the last logged values, in the order of the header; NaN before the first.
 * @returns the number of bytes that belong to no record: 0 in an intact file.
 */
export function* readTimeLog(
  path: string,
  header: TimeLogHeader,
  values: Float64Array,
): Generator<TimeLogRecord, number> {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const reader = recordReader(header);
  const { headBytes } = reader;
  const longest = headBytes + maxValues * valueBytes;
  let block: Buffer = Buffer.alloc(0);
  let position = 0;
  let at = 0;
  let lost = 0;
  let last: TimeLogRecord | undefined;
  /** Makes `length` bytes from `at` on available, fewer at the end. */
  const have = (length: number) => {
    if (at + length <= block.length || position + block.length === size) return;
    position += at;
    block = readBytes(file, position, Math.max(blockBytes, length));
    at = 0;
  };
  /** Whether consecutive records follow from here on. The few records at the end of a log are no proof after damage. */
  const goesOn = ({ afterDamage = false } = {}) => {
    have(longest * consistentRecords);
    return isConsistent(block, at, reader, !afterDamage && position + block.length === size);
  };
  for (const [index, { fixed }] of header.values.entries()) values[index] = fixed ?? Number.NaN;
  try {
    for (have(longest); position + at < size; have(longest)) {
      const bytes = reader.bytesOf(block, at);
      const record = bytes === undefined ? undefined : reader.recordAt(block, at);
      if (!record || bytes === undefined || (isOdd(record, last) && !goesOn())) {
        do {
          at++;
          lost++;
        } while (position + at < size && !goesOn({ afterDamage: true }));
        last = undefined;
        continue;
      }
      for (let value = at + headBytes; value < at + bytes; value += valueBytes) {
        values[block[value] ?? 0] = block.readInt32LE(value + 1);
      }
      at += bytes;
      last = record;
      yield record;
    }
    return lost;
  } finally {
    closeSync(file);
  }
}

function isOdd(record: TimeLogRecord, last: TimeLogRecord | undefined): boolean {
  if (!last) return false;
  const { time, latitude, longitude } = record;
  const degrees = Math.max(Math.abs(latitude - last.latitude), Math.abs(longitude - last.longitude));
  return Math.abs(time - last.time) > oddMilliseconds || degrees > oddDegrees;
}

/** Whether several consecutive records, or all until the end, are within an hour and at valid positions. */
function isConsistent(block: Buffer, start: number, reader: RecordReader, isEnd: boolean): boolean {
  let at = start;
  let last: TimeLogRecord | undefined;
  for (let index = 0; index < consistentRecords; index++) {
    if (isEnd && index > 0 && at === block.length) return true;
    const bytes = reader.bytesOf(block, at);
    if (bytes === undefined) return false;
    const record = reader.recordAt(block, at);
    const step = last ? record.time - last.time : 0;
    const isPosition = !(Math.abs(record.latitude) > 90) && !(Math.abs(record.longitude) > 180);
    if (!isPosition || !(step >= 0 && step < 3_600_000)) return false;
    last = record;
    at += bytes;
  }
  return true;
}
