import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Owner } from '../../../../domain/access/owner.ts';
import type { SigningKey } from '../../../../domain/access/signing-key.ts';
import { partition } from '../partition.ts';
import type { Item } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { type IdentityTables, ownerListKey, publishedKey, publishedOwner, signingKeyKey } from './identity-item.ts';

/**
 * Writes entries of the identity table that the owners' table lacks, as after an update from a version with one table
 * for both. Idempotent; existing entries do not change.
 *
 * @returns the number of missing owners and keys.
 */
export async function publishIdentity({ identity, owners }: IdentityTables): Promise<number> {
  const [known, keys] = await Promise.all([
    partition(identity, ownerListKey('').pk),
    partition(identity, signingKeyKey('').pk),
  ]);
  const items = [
    ...known.map(({ owner }) => publishedOwner(owner as Owner)),
    ...keys.map(({ key }) => publishedKey(key as SigningKey)),
  ];
  let missing = 0;
  for (const Item of items) missing += (await putIfAbsent(owners, Item)) ? 1 : 0;
  return missing;
}

async function putIfAbsent(owners: IdentityTables['owners'], Item: Item): Promise<boolean> {
  const command = new PutCommand({ TableName: owners.name, Item, ConditionExpression: 'attribute_not_exists(pk)' });
  return (await ifHeld(() => owners.client.send(command))) !== undefined;
}
