import { closeSync, openSync } from 'node:fs';
import { readBytes } from '../../geo/converters/dbf-header.ts';

/** What the header of a time log (TLG) says its records hold. */
export interface TimeLogHeader {
  /** Of each optional member whether it is in the records; a text is what all records have instead. */
  start: Member;
  north: Member;
  east: Member;
  up: Member;
  status: Member;
  pdop: Member;
  hdop: Member;
  satellites: Member;
  gpsTime: Member;
  gpsDate: Member;
  /** The logged values in the order of their numbers. */
  values: { ddi: number; element: string; fixed: number | undefined }[];
}

/** `logged` in each record, a fixed text, or absent. */
type Member = 'logged' | { fixed: string } | undefined;

/** One record as it stands in the file; values carry over to the next record, so they are kept elsewhere. */
export interface TimeLogRecord {
  /** Milliseconds since 1970 in the time of the machine's clock. */
  time: number;
  longitude: number;
  latitude: number;
  /** Metres. */
  up: number;
  /** 0 means that there was no position. */
  status: number;
}

const blockBytes = 1024 * 1024;
const day = 86_400_000;
/** Days are counted from here. */
const epoch = Date.UTC(1980, 0, 1);

/**
 * Reads a time log record by record, in bounded memory.
 *
 * @param values filled with what was logged last, one place for each value of the header; NaN before the first.
 * @returns how many bytes at the end make no record: 0 in a whole file.
 */
export function* readTimeLog(
  path: string,
  header: TimeLogHeader,
  values: Float64Array,
): Generator<TimeLogRecord, number> {
  const file = openSync(path, 'r');
  let block: Buffer = Buffer.alloc(0);
  let position = 0;
  let at = 0;
  /** Makes `length` bytes from `at` on available. */
  const have = (length: number): boolean => {
    if (at + length <= block.length) return true;
    position += at;
    block = readBytes(file, position, Math.max(blockBytes, length));
    at = 0;
    return length <= block.length;
  };
  const fixedBytes = bytesOf(header);
  for (const [index, { fixed }] of header.values.entries()) values[index] = fixed ?? Number.NaN;
  try {
    for (;;) {
      if (!have(fixedBytes + 1)) return block.length - at;
      const count = block.readUInt8(at + fixedBytes);
      if (!have(fixedBytes + 1 + count * 5)) return block.length - at;
      const record = recordAt(block, at, header);
      at += fixedBytes + 1;
      for (let index = 0; index < count; index++, at += 5) {
        const place = block.readUInt8(at);
        if (place < values.length) values[place] = block.readInt32LE(at + 1);
      }
      yield record;
    }
  } finally {
    closeSync(file);
  }
}

const sizes: [member: keyof Omit<TimeLogHeader, 'values'>, bytes: number][] = [
  ['start', 6],
  ['north', 4],
  ['east', 4],
  ['up', 4],
  ['status', 1],
  ['pdop', 2],
  ['hdop', 2],
  ['satellites', 1],
  ['gpsTime', 4],
  ['gpsDate', 2],
];

function bytesOf(header: TimeLogHeader): number {
  return sizes.reduce((sum, [member, bytes]) => sum + (header[member] === 'logged' ? bytes : 0), 0);
}

function recordAt(block: Buffer, start: number, header: TimeLogHeader): TimeLogRecord {
  const record: TimeLogRecord = {
    time: fixedTime(header.start),
    longitude: fixedNumber(header.east),
    latitude: fixedNumber(header.north),
    up: fixedNumber(header.up) / 1000,
    status: header.status === undefined ? 1 : fixedNumber(header.status),
  };
  let at = start;
  for (const [member, bytes] of sizes) {
    if (header[member] !== 'logged') continue;
    if (member === 'start') record.time = epoch + block.readUInt16LE(at + 4) * day + block.readUInt32LE(at);
    else if (member === 'north') record.latitude = block.readInt32LE(at) * 1e-7;
    else if (member === 'east') record.longitude = block.readInt32LE(at) * 1e-7;
    else if (member === 'up') record.up = block.readInt32LE(at) / 1000;
    else if (member === 'status') record.status = block.readUInt8(at);
    at += bytes;
  }
  return record;
}

function fixedNumber(member: Member): number {
  return typeof member === 'object' ? Number(member.fixed) : Number.NaN;
}

function fixedTime(member: Member): number {
  return typeof member === 'object' ? Date.parse(member.fixed) : Number.NaN;
}
