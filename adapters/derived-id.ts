import { createHash } from 'node:crypto';
import type { DerivedId } from '../domain/clock.ts';

/**
 * An id that is the same whenever the same thing is made of the same origin: work that is done twice makes one record.
 * It has the form of a UUIDv7 with the origin's time, so that records sort with what they came from.
 */
export const derivedId: DerivedId = (origin, ...parts) => {
  const hash = createHash('sha256')
    .update(JSON.stringify([origin, ...parts]))
    .digest('hex');
  const variant = ((Number.parseInt(hash.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `${origin.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
};
