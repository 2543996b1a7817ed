import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import { limits } from '../../../../domain/limits.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import type { AskedRecord, AskedRecords } from '../../../../domain/sync/asked-records.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';

/** An item for each record that was asked for, in the user's partition of the fields table. */
export function askedRecords(fields: Table, users: Table): AskedRecords {
  const { client, name: TableName } = fields;
  const prefixOf = (provider: ProviderKey) => `asked#${provider}#`;
  const keyOf = (
    { ownerId, svcUserId }: UserSubject,
    provider: ProviderKey,
    { kind, id }: Pick<AskedRecord, 'kind' | 'id'>,
  ) => ({ pk: userPartition(ownerId, svcUserId), sk: `${prefixOf(provider)}${kind}#${id}` });

  const all: AskedRecords['all'] = async ({ ownerId, svcUserId }, provider) => {
    const found: AskedRecord[] = [];
    for await (const { asked } of userItems(fields, ownerId, svcUserId, prefixOf(provider))) {
      found.push(asked as AskedRecord);
    }
    return found;
  };

  const forget: AskedRecords['forget'] = async (user, provider, record) => {
    await client.send(new DeleteCommand({ TableName, Key: keyOf(user, provider, record) }));
  };

  return {
    all,
    forget,

    async ask(user, provider, { kind, id, askedTime }) {
      const { ownerId, svcUserId } = user;
      const Item = { ...keyOf(user, provider, { kind, id }), asked: { kind, id, askedTime } satisfies AskedRecord };
      const writes = [userExists(users, ownerId, svcUserId), { Put: { TableName, Item } }];
      if ((await transact(client, writes)) !== undefined) throw notFound('user', svcUserId);
      const known = (await all(user, provider)).sort((one, other) => (one.askedTime < other.askedTime ? 1 : -1));
      for (const one of known.slice(limits.askedRecords)) await forget(user, provider, one);
    },

    async settle(user, provider, settled) {
      const command = new UpdateCommand({
        TableName,
        Key: keyOf(user, provider, settled),
        UpdateExpression: 'SET asked = :settled',
        ConditionExpression: 'asked.askedTime = :asked',
        ExpressionAttributeValues: { ':settled': settled, ':asked': settled.askedTime },
      });
      await ifHeld(() => client.send(command));
    },
  };
}
