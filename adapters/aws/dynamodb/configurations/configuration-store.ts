import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { SomeSettings } from '../../../../domain/configuration/configuration.ts';
import type { ConfigurationStore } from '../../../../domain/configuration/configuration-store.ts';
import { notFound, Problem } from '../../../../domain/errors.ts';
import type { CommitRecord } from '../../../../domain/idempotency.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

const attempts = 5;

/** Settings in DynamoDB; those of a user are in the user's partition for erasure. */
export function configurationStore(configurations: Table, users: Table): ConfigurationStore {
  const TableName = configurations.name;
  const keyOf = (ownerId: string, svcUserId?: string) => ({
    pk: svcUserId === undefined ? ownerId : `${ownerId}#${svcUserId}`,
    sk: 'configuration',
  });

  const read = async (ownerId: string, svcUserId?: string) => {
    const Key = keyOf(ownerId, svcUserId);
    const { Item } = await configurations.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item && { settings: Item.settings as SomeSettings, revision: Item.revision as number };
  };

  /** False if another write came first. */
  const write = async (
    ownerId: string,
    svcUserId: string | undefined,
    settings: SomeSettings,
    over: number | undefined,
    commit?: CommitRecord,
  ) => {
    const Item = { ...keyOf(ownerId, svcUserId), settings, revision: (over ?? 0) + 1 };
    const condition =
      over === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : { ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': over } };
    const put: Write = { Put: { TableName, Item, ...condition } };
    const guard = svcUserId === undefined ? [] : [userExists(users, ownerId, svcUserId)];
    const failed = await transact(configurations.client, [...guard, put], commit);
    if (failed === 0 && svcUserId !== undefined) throw notFound('user', svcUserId);
    return failed === undefined;
  };

  return {
    get: async (ownerId, svcUserId) => (await read(ownerId, svcUserId))?.settings,

    async create(ownerId, svcUserId, settings, commit) {
      if (await write(ownerId, svcUserId, settings, undefined, commit)) return;
      const detail = `The user ${svcUserId} has a configuration already. Change it with PATCH.`;
      throw new Problem('conflict', detail, { errorKey: 'configurationExists' });
    },

    async change(ownerId, svcUserId, edit) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await read(ownerId, svcUserId);
        const settings = edit(before?.settings ?? {});
        if (await write(ownerId, svcUserId, settings, before?.revision)) return settings;
      }
      throw new Problem('conflict', 'This configuration is being changed by several requests at once. Try again.', {
        retryAfterSeconds: 1,
      });
    },

    async remove(ownerId, svcUserId) {
      const command = new DeleteCommand({
        TableName,
        Key: keyOf(ownerId, svcUserId),
        ConditionExpression: 'attribute_exists(pk)',
      });
      return (await ifHeld(() => configurations.client.send(command))) !== undefined;
    },
  };
}
