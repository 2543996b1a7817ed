import { Problem } from '../../../domain/errors.ts';
import type { Item } from './table.ts';

/** The key after which a page begins, in a form that fits a URL. It carries keys only, and the partition is checked on the way back. */
export function encodeCursor(key: Item): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * The key in a cursor. `partition` names the members that must hold the given values: a cursor of another owner's
 * list, or of a list with other filters, is refused.
 */
export function decodeCursor(cursor: string, partition: Item): Item {
  const key = parse(cursor);
  const fits = key && Object.entries(partition).every(([name, value]) => key[name] === value);
  if (!fits)
    throw new Problem('invalid', 'The cursor does not belong to this list. Take it unchanged from a Link header.', {
      errorKey: 'cursorInvalid',
    });
  return key;
}

function parse(cursor: string): Item | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const plain =
      typeof key === 'object' && key !== null && Object.values(key).every((value) => typeof value === 'string');
    return plain ? (key as Item) : undefined;
  } catch {
    return undefined;
  }
}
