import { createHash } from 'node:crypto';
import type { DerivedId, PlacedId } from '../domain/clock.ts';

/** What a UUIDv7 has room for behind its time, in two groups that sort before the rest; beyond them ids are still unique, in any order. */
const [maxFiles, memberMask] = [0xfff, 0x3fff];

/**
 * An id that is the same whenever the same thing is made of the same origin: work that is done twice makes one record.
 * It has the form of a UUIDv7 with the origin's time, so that records sort with what they came from.
 */
export const derivedId: DerivedId = (origin, ...parts) => {
  const hash = hashOf(origin, parts);
  const number = (from: number, to: number) => Number.parseInt(hash.slice(from, to), 16);
  return uuid(origin, number(0, 3), number(3, 7) & memberMask, hash.slice(7, 19));
};

/** The same, its first bits counting as RFC 9562 (6.2, method 1) lets them: 4,096 files with 16,384 members each sort by their places. */
export const placedId: PlacedId = (origin, [file, member], ...parts) => {
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
