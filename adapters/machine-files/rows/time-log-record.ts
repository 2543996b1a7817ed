/** The layout of the records of a time log (TLG), from its header. */
export interface TimeLogHeader {
  /** Whether each optional member is in the records; a string is the constant value of all records. */
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
  /** The logged values by number. */
  values: { ddi: number; element: string; fixed: number | undefined }[];
}

/** `logged` in each record, a constant, or absent. */
type Member = 'logged' | { fixed: string } | undefined;

/** One record of the file, without its values, which stay in effect for later records and are stored separately. */
export interface TimeLogRecord {
  /** Milliseconds since 1970 by the machine's clock. */
  time: number;
  longitude: number;
  latitude: number;
  /** Metres. */
  up: number;
  /** Position status; 0 means no position. */
  status: number;
  /** Milliseconds since midnight in UTC; NaN if not logged. */
  gpsTime: number;
}

const day = 86_400_000;
/** The day from which dates are counted. */
const epoch = Date.UTC(1980, 0, 1);

type Position = Exclude<keyof TimeLogHeader, 'values'>;

const sizes: [member: Position, bytes: number][] = [
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

/** Bytes of a logged value: its number in the header and an integer of four bytes. */
export const valueBytes = 5;

/** Reads the records of a log from a block of bytes. */
export interface RecordReader {
  /** Bytes of a record before its values. */
  headBytes: number;
  /**
   * Bytes of the record at an offset; undefined if it ends outside of the block, or has a value that the header does
   * not describe.
   */
  bytesOf(block: Buffer, start: number): number | undefined;
  recordAt(block: Buffer, start: number): TimeLogRecord;
}

/** Creates a reader for a header; its layout is computed once, since a log has millions of records. */
export function recordReader(header: TimeLogHeader): RecordReader {
  const { offsets, headBytes } = positionsOf(header);
  const { start, north, east, up, status, gpsTime } = offsets;
  const described = header.values.length;
  const otherwise: TimeLogRecord = {
    time: fixedTime(header.start),
    longitude: fixedNumber(header.east),
    latitude: fixedNumber(header.north),
    up: fixedNumber(header.up) / 1000,
    status: header.status === undefined ? 1 : fixedNumber(header.status),
    gpsTime: Number.NaN,
  };
  return {
    headBytes,
    bytesOf(block, at) {
      const values = at + headBytes;
      if (values > block.length) return undefined;
      const end = values + (block[values - 1] ?? 0) * valueBytes;
      if (end > block.length) return undefined;
      for (let value = values; value < end; value += valueBytes) {
        if ((block[value] ?? 0) >= described) return undefined;
      }
      return end - at;
    },
    recordAt: (block, at) => ({
      time:
        start === undefined
          ? otherwise.time
          : epoch + block.readUInt16LE(at + start + 4) * day + block.readUInt32LE(at + start),
      longitude: east === undefined ? otherwise.longitude : block.readInt32LE(at + east) * 1e-7,
      latitude: north === undefined ? otherwise.latitude : block.readInt32LE(at + north) * 1e-7,
      up: up === undefined ? otherwise.up : block.readInt32LE(at + up) / 1000,
      status: status === undefined ? otherwise.status : block.readUInt8(at + status),
      gpsTime: gpsTime === undefined ? otherwise.gpsTime : block.readUInt32LE(at + gpsTime),
    }),
  };
}

/** Offsets of the logged members in a record, and the bytes before its values. */
function positionsOf(header: TimeLogHeader): { offsets: Partial<Record<Position, number>>; headBytes: number } {
  const offsets: Partial<Record<Position, number>> = {};
  let bytes = 0;
  for (const [member, size] of sizes) {
    if (header[member] !== 'logged') continue;
    offsets[member] = bytes;
    bytes += size;
  }
  return { offsets, headBytes: bytes + 1 };
}

function fixedNumber(member: Member): number {
  return typeof member === 'object' ? Number(member.fixed) : Number.NaN;
}

function fixedTime(member: Member): number {
  return typeof member === 'object' ? Date.parse(member.fixed) : Number.NaN;
}
