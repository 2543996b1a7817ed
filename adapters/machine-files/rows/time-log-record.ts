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
  /** Milliseconds since midnight in UTC; NaN where the log does not say. */
  gpsTime: number;
}

const day = 86_400_000;
/** Days are counted from here. */
const epoch = Date.UTC(1980, 0, 1);

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

/** A logged value is its number in the header and an integer of four bytes. */
export const valueBytes = 5;

/** The bytes of a record before the count of its values. */
export function headBytes(header: TimeLogHeader): number {
  return sizes.reduce((sum, [member, bytes]) => sum + (header[member] === 'logged' ? bytes : 0), 0);
}

export function recordAt(block: Buffer, start: number, header: TimeLogHeader): TimeLogRecord {
  const record: TimeLogRecord = {
    time: fixedTime(header.start),
    longitude: fixedNumber(header.east),
    latitude: fixedNumber(header.north),
    up: fixedNumber(header.up) / 1000,
    status: header.status === undefined ? 1 : fixedNumber(header.status),
    gpsTime: Number.NaN,
  };
  let at = start;
  for (const [member, bytes] of sizes) {
    if (header[member] !== 'logged') continue;
    if (member === 'start') record.time = epoch + block.readUInt16LE(at + 4) * day + block.readUInt32LE(at);
    else if (member === 'north') record.latitude = block.readInt32LE(at) * 1e-7;
    else if (member === 'east') record.longitude = block.readInt32LE(at) * 1e-7;
    else if (member === 'up') record.up = block.readInt32LE(at) / 1000;
    else if (member === 'status') record.status = block.readUInt8(at);
    else if (member === 'gpsTime') record.gpsTime = block.readUInt32LE(at);
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

/** The bytes of the record at a place of a block; undefined where it ends outside, or has a value that the header does not describe. */
export function bytesOfRecord(block: Buffer, start: number, header: TimeLogHeader): number | undefined {
  const values = start + headBytes(header) + 1;
  if (values > block.length) return undefined;
  const count = block.readUInt8(values - 1);
  const end = values + count * valueBytes;
  if (end > block.length) return undefined;
  for (let at = values; at < end; at += valueBytes) {
    if (block.readUInt8(at) >= header.values.length) return undefined;
  }
  return end - start;
}
