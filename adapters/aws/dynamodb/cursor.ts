import { Problem } from '../../../domain/errors.ts';
import { type IndexRange, inRange } from './index-range.ts';
import type { Item } from './table.ts';

/** The key after which a page begins, in a form that fits a URL. */
export function encodeCursor(key: Item): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** The key in a cursor. One of another owner's list, of another list or of one with other filters is refused. */
export function decodeCursor(cursor: string, range: IndexRange): Item {
  const key = parse(cursor);
  const names = new Set(['pk', 'sk', range.partitionKey, range.sortKey]);
  const fits =
    key &&
    Object.keys(key).length === names.size &&
    [...names].every((name) => key[name]) &&
    key[range.partitionKey] === range.partition &&
    inRange(range, key[range.sortKey]);
  if (!fits) throw cursorInvalid();
  return key;
}

export function cursorInvalid(): Problem {
  const detail = 'The cursor does not belong to this list. Take it unchanged from a Link header.';
  return new Problem('invalid', detail, {
    errorKey: 'cursorInvalid',
    errors: [{ pointer: '#/cursor', message: detail }],
  });
}

function parse(cursor: string): Record<string, string> | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const plain =
      typeof key === 'object' && key !== null && Object.values(key).every((value) => typeof value === 'string');
    return plain ? (key as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
