import { createHash } from 'node:crypto';
import { Problem } from '../domain/errors.ts';

/** What tells a list from all others: whose it is, what it is filtered and ordered by. */
export type ListName = readonly unknown[];

/** The place of a row in its list; as little as leads back to it. */
export type Place = readonly (string | number | null)[];

/** Nine bytes, which base64 writes without a rest. */
const sealCharacters = 12;

/**
 * The place behind which a page begins, in a form that fits a URL. Of the list it carries only a seal, so that nothing but the caller's
 * own rows can be read from it, and no other list takes it. The seal is no secret: a place still has to be looked at before it is used.
 */
export function writeCursor(list: ListName, place: Place): string {
  const seal = createHash('sha256')
    .update(JSON.stringify([list, place]))
    .digest('base64url')
    .slice(0, sealCharacters);
  return seal + Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place in a cursor. @throws Problem `cursorInvalid` when it was changed, or written for another list. */
export function readCursor(list: ListName, cursor: string): Place {
  const place = placeIn(cursor);
  if (place && writeCursor(list, place) === cursor) return place;
  throw cursorInvalid();
}

/** Whether a list gave out a cursor. */
export function isCursorOf(list: ListName, cursor: string): boolean {
  const place = placeIn(cursor);
  return place !== undefined && writeCursor(list, place) === cursor;
}

export function cursorInvalid(): Problem {
  const detail = 'The cursor does not belong to this list. Take it unchanged from a Link header.';
  return new Problem('invalid', detail, {
    errorKey: 'cursorInvalid',
    errors: [{ pointer: '#/cursor', message: detail }],
  });
}

function placeIn(cursor: string): Place | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor.slice(sealCharacters), 'base64url').toString());
    const plain =
      Array.isArray(place) &&
      place.every((value) => value === null || typeof value === 'string' || typeof value === 'number');
    return plain ? place : undefined;
  } catch {
    return undefined;
  }
}
