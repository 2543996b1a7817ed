import { eraseItems } from '../batch-write.ts';
import { userPartition } from '../fields/field-item.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { seasonFieldKey, seasonPrefix } from '../seasons/season-item.ts';
import type { Item, Table } from '../table.ts';
import { zoneIdIn, zoneOwnerKey, zonePrefix } from '../zones/zone-item.ts';
import { keysOf } from './erase-partition.ts';

/**
 * Deletes the seasons and zones of a deleted field. Idempotent.
 *
 * @example await eraseOfField(fields, ownerId, svcUserId, fieldId); // after the field itself
 */
export async function eraseOfField(fields: Table, ownerId: string, svcUserId: string, fieldId: string): Promise<void> {
  const partition = userPartition(ownerId, svcUserId);
  await eraseZoneOwners(fields, ownerId, partition, zonePrefix(fieldId));
  const zones = await keysIn(fields, partition, zonePrefix(fieldId));
  const seasons = await keysIn(fields, partition, seasonPrefix(fieldId));
  const seasonFields = seasons.map((key) => seasonFieldKey(ownerId, svcUserId, String(key.sk).split('#').at(-1) ?? ''));
  await eraseItems(fields, [...zones, ...seasonFields, ...seasons]);
}

/**
 * Deletes the items that index zones by id; they are outside the user's partition, and must be deleted before the zones
 * that name them.
 */
export async function eraseZoneOwners(
  fields: Table,
  ownerId: string,
  partition: string,
  prefix: string,
): Promise<void> {
  const zones = await keysIn(fields, partition, prefix);
  await eraseItems(
    fields,
    zones.map((key) => zoneOwnerKey(ownerId, zoneIdIn(key))),
  );
}

async function keysIn(fields: Table, partition: string, prefix: string): Promise<Item[]> {
  const range: IndexRange = { partitionKey: 'pk', partition, sortKey: 'sk', prefix };
  const keys: Item[] = [];
  for await (const { pk, sk } of keysOf(fields, range)) keys.push({ pk, sk });
  return keys;
}
