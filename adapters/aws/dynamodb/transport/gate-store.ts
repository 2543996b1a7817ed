import { setTimeout } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { GateStore, SharedGate } from '../../../../domain/transport/gates.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';

const attempts = 8;
/** A gate that nobody has passed for a day is as good as new. */
const keptSeconds = 24 * 60 * 60;

/** Gates in DynamoDB, an item for each: a change is one consistent read and one conditional write, some of them more where instances collide. */
export function gateStore({ client, name: TableName }: Table, clock: Clock, random: () => number): GateStore {
  return {
    async change(name, change) {
      const Key = { pk: `gate#${name}`, sk: 'gate' };
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
        const before = { permits: Item?.permits, circuit: Item?.circuit } as SharedGate;
        const after = change(before);
        if (!after) return before;
        const version = Number(Item?.version ?? 0);
        const expiresAt = Math.ceil(clock.now() / 1_000) + keptSeconds;
        const put = new PutCommand({
          TableName,
          Item: { ...Key, ...after, version: version + 1, expiresAt },
          ...(Item
            ? { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } }
            : { ConditionExpression: 'attribute_not_exists(pk)' }),
        });
        if (await ifHeld(() => client.send(put))) return after;
        await setTimeout(5 * 2 ** attempt * random());
      }
      return undefined;
    },
  };
}
