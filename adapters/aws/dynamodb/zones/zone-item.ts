import type { Zone } from '../../../../domain/zones/zone.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Item } from '../table.ts';

/** Zones of one field stand together, in the order in which they were drawn. */
export function zonePrefix(fieldId?: string): string {
  return fieldId === undefined ? 'zone#' : `zone#${fieldId}#`;
}

export function zoneKey(ownerId: string, svcUserId: string, fieldId: string, id: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: zonePrefix(fieldId) + id };
}

/** The item that tells user and field of a zone, whose address names neither. In the owner's own partition. */
export function zonePlaceKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: ownerId, sk: `zone#${id}` };
}

/** The id in a zone's key. */
export function zoneIdIn({ sk }: Item): string {
  return String(sk).split('#').at(-1) ?? '';
}

/** Shapes are kept as text: a tenth of the size and of the time of a DynamoDB list. */
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
