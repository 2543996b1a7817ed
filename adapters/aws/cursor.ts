import { createHash } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';

/** Identifies a list among all others by its owner, filters and order. */
export type ListName = readonly unknown[];

/** The position of a row in its list: the minimum needed to find it again. */
export type CursorPosition = readonly (string | number | null)[];

/** Nine bytes in base64, which need no padding. */
const sealCharacters = 12;

/**
 * A cursor after a position, safe for URLs. It contains only a seal of the list, so that it reveals nothing but the
 * caller's own rows and is rejected by other lists. The seal is not secret: a position must be checked before it is
 * used.
 *
 * @example const cursor = writeCursor(['farms', ownerId], ['Ada', 7]); // after the row with these keys
 */
export function writeCursor(list: ListName, position: CursorPosition): string {
  const seal = createHash('sha256')
    .update(JSON.stringify([list, position]))
    .digest('base64url')
    .slice(0, sealCharacters);
  return seal + Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * The position in a cursor.
 *
 * @throws Problem `cursorInvalid` if it was modified, or belongs to another list.
 * @example const [name, id] = readCursor(['farms', ownerId], cursor);
 */
export function readCursor(list: ListName, cursor: string): CursorPosition {
  const position = positionOf(cursor);
  if (position && writeCursor(list, position) === cursor) return position;
  throw cursorInvalid();
}

/** Whether a cursor belongs to a list. */
export function isCursorOf(list: ListName, cursor: string): boolean {
  const position = positionOf(cursor);
  return position !== undefined && writeCursor(list, position) === cursor;
}

/**
 * The problem `cursorInvalid` (400) of a cursor that was modified, or belongs to another list.
 *
 * @example if (typeof position !== 'string') throw cursorInvalid();
 */
export function cursorInvalid(): Problem {
  const detail = 'The cursor does not belong to this list. Take it unchanged from a Link header.';
  return new Problem('invalid', detail, {
    errorKey: 'cursorInvalid',
    errors: [{ pointer: '#/cursor', message: detail }],
  });
}

function positionOf(cursor: string): CursorPosition | undefined {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor.slice(sealCharacters), 'base64url').toString());
    const plain =
      Array.isArray(position) &&
      position.every((value) => value === null || typeof value === 'string' || typeof value === 'number');
    return plain ? position : undefined;
  } catch {
    return undefined;
  }
}
