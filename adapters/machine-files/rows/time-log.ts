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
/** The count of values is one byte. */
const maxValues = 255;
/** A record further than this from the one before is looked at twice: the clock was set, the machine moved, or bytes are lost. */
const oddMilliseconds = 86_400_000;
const oddDegrees = 0.1;
/** So many records in a row are no chance. */
const consistentRecords = 3;

/**
 * Reads a time log record by record, in bounded memory. Where bytes are lost or damaged, it goes on where records follow one another again.
 *
 * @param values filled with what was logged last, one place for each value of the header; NaN before the first.
 * @returns how many bytes make no record: 0 in a whole file.
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
  /** Makes `length` bytes from `at` on available, or all that there are. */
  const have = (length: number) => {
    if (at + length <= block.length || position + block.length === size) return;
    position += at;
    block = readBytes(file, position, Math.max(blockBytes, length));
    at = 0;
  };
  /** Whether records follow one another from here on. The last ones of a log are few, which is no proof in the midst of damage. */
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

/** Whether several records follow one another from a place on, or until the end, within an hour and at places that there are. */
function isConsistent(block: Buffer, start: number, reader: RecordReader, isEnd: boolean): boolean {
  let at = start;
  let last: TimeLogRecord | undefined;
  for (let index = 0; index < consistentRecords; index++) {
    if (isEnd && index > 0 && at === block.length) return true;
    const bytes = reader.bytesOf(block, at);
    if (bytes === undefined) return false;
    const record = reader.recordAt(block, at);
    const step = last ? record.time - last.time : 0;
    const isPlace = !(Math.abs(record.latitude) > 90) && !(Math.abs(record.longitude) > 180);
    if (!isPlace || !(step >= 0 && step < 3_600_000)) return false;
    last = record;
    at += bytes;
  }
  return true;
}
