import { type Bounds, boundsOf } from '../../geometry/multi-polygon.ts';
import type { MachineFile } from '../machine-file.ts';

/** The members of a file by which it is found whether another one may have some of its records as well. */
export type RecordedFile = Pick<
  MachineFile,
  | 'id'
  | 'provider'
  | 'operationType'
  | 'ingestId'
  | 'duplicateOf'
  | 'sources'
  | 'sentTime'
  | 'createdTime'
  | 'startTime'
  | 'endTime'
  | 'summary'
>;

/** Whether the points of a file are in the lake: also those of a file that failed when it was read again. Merged files repeat their sources. */
export function hasRecords({ ingestId, duplicateOf, sources }: RecordedFile): boolean {
  return ingestId !== undefined && duplicateOf === undefined && sources === undefined;
}

/**
 * Whether two files may have records in common: those of one provider and kind of work, at times and on ground that meet. Without times
 * records are not compared.
 */
export function mayShareRecords(one: RecordedFile, other: RecordedFile): boolean {
  return (
    one.id !== other.id &&
    hasRecords(one) &&
    hasRecords(other) &&
    one.provider === other.provider &&
    one.operationType === other.operationType &&
    meetInTime(one, other) &&
    meetOnGround(one, other)
  );
}

type Times = Pick<MachineFile, 'startTime' | 'endTime'>;

/** Whether two spans of time meet; false where one is not known. @example meetInTime(file, span) */
export function meetInTime(one: Times, other: Times): boolean {
  const { startTime: from, endTime: to = from } = one;
  const { startTime: otherFrom, endTime: otherTo = otherFrom } = other;
  if (from === undefined || to === undefined || otherFrom === undefined || otherTo === undefined) return false;
  return Date.parse(from) <= Date.parse(otherTo) && Date.parse(otherFrom) <= Date.parse(to);
}

/** The outline of ground is simplified by less than this, in degrees: some two kilometres. */
const roughDegrees = 0.02;

function meetOnGround(one: RecordedFile, other: RecordedFile): boolean {
  const [a, b] = [groundOf(one), groundOf(other)];
  // Ground that is not known may be anywhere.
  if (!a || !b) return true;
  const [west, south, east, north] = a;
  return (
    west <= b[2] + roughDegrees &&
    b[0] <= east + roughDegrees &&
    south <= b[3] + roughDegrees &&
    b[1] <= north + roughDegrees
  );
}

function groundOf({ summary }: RecordedFile): Bounds | undefined {
  return (summary?.geometry && boundsOf(summary.geometry.coordinates)) ?? undefined;
}

/**
 * The order of exports: below zero if `one` came before `other`. Of two in one upload, the one that goes on for longer is the later export, and
 * then the one that begins earlier.
 */
export function inOrderOfExport(one: RecordedFile, other: RecordedFile): number {
  const order = sentAt(one) - sentAt(other) || endOf(one) - endOf(other) || startOf(other) - startOf(one);
  return order || (one.id < other.id ? -1 : 1);
}

const timeOf = (written: string | undefined) => (written === undefined ? 0 : Date.parse(written));
const sentAt = ({ sentTime, createdTime }: RecordedFile) => timeOf(sentTime ?? createdTime);
const startOf = ({ startTime }: RecordedFile) => timeOf(startTime);
const endOf = ({ endTime, startTime }: RecordedFile) => timeOf(endTime ?? startTime);
