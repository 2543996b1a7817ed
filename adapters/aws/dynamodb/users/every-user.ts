import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../table.ts';

/**
 * All users of all owners. Scans the whole table, so it is started by hand.
 *
 * @example for await (const { ownerId, svcUserId } of everyUser(users)) await ask(ownerId, svcUserId);
 */
export async function* everyUser(users: Table): AsyncGenerator<{ ownerId: string; svcUserId: string }> {
  let from: Item | undefined;
  do {
    const page = await users.client.send(
      new ScanCommand({
        TableName: users.name,
        FilterExpression: 'attribute_exists(revision)',
        ProjectionExpression: 'ownerKey, sk',
        ExclusiveStartKey: from,
      }),
    );
    for (const { ownerKey, sk } of page.Items ?? []) yield { ownerId: String(ownerKey), svcUserId: String(sk) };
    from = page.LastEvaluatedKey;
  } while (from);
}
