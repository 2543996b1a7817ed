import type { Season } from '../../../../domain/seasons/season.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Item } from '../table.ts';

/** Seasons of one field stand together, in the order in which they were made. */
export function seasonPrefix(fieldId?: string): string {
  return fieldId === undefined ? 'season#' : `season#${fieldId}#`;
}

export function seasonKey(ownerId: string, svcUserId: string, fieldId: string, id: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: seasonPrefix(fieldId) + id };
}

/** The item that tells the field of a season, whose address names only its user. */
export function seasonFieldKey(ownerId: string, svcUserId: string, id: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: `seasonField#${id}` };
}

export function seasonFromItem(item: Item): Season | undefined {
  return item.season as Season | undefined;
}
