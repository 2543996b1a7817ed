import type { Season } from '../../../../domain/seasons/season.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Item } from '../table.ts';

/** Prefix of the keys of seasons, which are sorted by field and creation. */
export function seasonPrefix(fieldId?: string): string {
  return fieldId === undefined ? 'season#' : `season#${fieldId}#`;
}

export function seasonKey(ownerId: string, svcUserId: string, fieldId: string, id: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: seasonPrefix(fieldId) + id };
}

/** Key of the item with the field of a season, whose URL names only its user. */
export function seasonFieldKey(ownerId: string, svcUserId: string, id: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: `seasonField#${id}` };
}

export function seasonFromItem(item: Item): Season | undefined {
  return item.season as Season | undefined;
}
