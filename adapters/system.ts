import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock, DerivedId, NewId, OrderedId } from '../domain/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A random number from 0 to 1. */
export const random = (): number => Math.random();

/**
 * Time-ordered ids (UUIDv7), also within one millisecond of one process, so that events keep the order of their
 * creation.
 */
export const newId: NewId = () => v7();

/**
 * Maximum file index, and mask of member indexes, that fit into a UUIDv7 before its random bits. Ids with larger
 * indexes are unique, but not sorted.
 */
const [maxFiles, memberMask] = [0xfff, 0x3fff];

/**
 * An id that depends on nothing but its origin and parts, so that repeated work creates one record. It is a UUIDv7 with
 * the time of the origin, so that records sort with their origin.
 */
export const derivedId: DerivedId = (origin, ...parts) => {
  const hash = hashOf(origin, parts);
  const number = (from: number, to: number) => Number.parseInt(hash.slice(from, to), 16);
  return uuid(origin, number(0, 3), number(3, 7) & memberMask, hash.slice(7, 19));
};

/**
 * An id that depends on nothing but its origin, position and parts. It is a UUIDv7 with the time of the
 * origin, followed by the position as a counter (RFC 9562, 6.2, method 1): up to 4,096 files with 16,384 members each
 * sort by position.
 */
export const orderedId: OrderedId = (origin, [file, member], ...parts) => {
  const hash = hashOf(origin, [file, member, ...parts]);
  return uuid(origin, Math.min(file, maxFiles), Math.min(member, memberMask), hash.slice(0, 12));
};

function hashOf(origin: string, parts: (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([origin, ...parts]))
    .digest('hex');
}

/** @param high 12 bits. @param low 14 bits. @param rest 12 hexadecimal digits. */
function uuid(origin: string, high: number, low: number, rest: string): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return `${origin.slice(0, 13)}-7${hex(high, 3)}-${hex(0x8000 | low, 4)}-${rest}`;
}
