import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { WeatherUsage } from '../../../../domain/usage/field-weather.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { usageKey, usageWrite } from '../usage-item.ts';
import { userExists } from '../users/user-exists.ts';

/** About 1 MB of keys. */
const maxRemembered = 10_000;

/**
 * Usage facts of the weather of fields, written once a day and field. An instance remembers the facts that it has seen, and reads before it writes, so that
 * repeated requests cost nothing, and the first request in a new instance costs one read.
 */
export function weatherUsage(usage: Table, users: Table): WeatherUsage {
  const remembered = new Set<string>();
  let today = '';

  return {
    async note(fact) {
      const { ownerId, svcUserId, day } = fact;
      if (day !== today || remembered.size >= maxRemembered) remembered.clear();
      today = day;
      const Key = usageKey(fact);
      const name = `${Key.pk}#${Key.sk}`;
      if (remembered.has(name)) return;
      const { Item } = await usage.client.send(new GetCommand({ TableName: usage.name, Key }));
      // A record that another instance has already written is kept. Usage of a deleted user is not recorded.
      if (!Item) {
        await transact(usage.client, [
          usageWrite(usage, fact, { ConditionExpression: 'attribute_not_exists(pk)' }),
          userExists(users, ownerId, svcUserId),
        ]);
      }
      remembered.add(name);
    },
  };
}
