import type { Zone } from '../../../../domain/zones/zone.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Item } from '../table.ts';

/**
 * Prefix of the keys of zones, of one field or of all; the keys are sorted by field and creation.
 *
 * @example zonePrefix('f') // 'zone#f#'
 */
export function zonePrefix(fieldId?: string): string {
  return fieldId === undefined ? 'zone#' : `zone#${fieldId}#`;
}

export function zoneKey(ownerId: string, svcUserId: string, fieldId: string, id: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: zonePrefix(fieldId) + id };
}

/** Key of the item with the user and field of a zone, whose URL names neither. In the owner's partition. */
export function zoneOwnerKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `zone#${id}` };
}

/** The id in a zone's key. */
export function zoneIdIn({ sk }: Item): string {
  return String(sk).split('#').at(-1) ?? '';
}

/** Shapes are stored as text, which takes a tenth of the space and time of a DynamoDB list. */
export function zoneToItem(ownerId: string, { geometry, ...zone }: Zone): Item {
  return {
    ...zoneKey(ownerId, zone.svcUserId, zone.fieldId, zone.id),
    zone: { ...zone, geometryText: JSON.stringify(geometry) },
  };
}

export function zoneFromItem(item: Item): Zone | undefined {
  const stored = item.zone as (Omit<Zone, 'geometry'> & { geometryText: string }) | undefined;
  if (!stored) return undefined;
  const { geometryText, ...zone } = stored;
  return { ...zone, geometry: JSON.parse(geometryText) as Zone['geometry'] };
}
