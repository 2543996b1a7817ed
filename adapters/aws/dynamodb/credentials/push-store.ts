import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PushRecord, PushStore, PushSubject } from '../../../../domain/push/push-record.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { credentialKey, pushKey } from './credential-item.ts';

/** The subscriptions to notifications in DynamoDB, beside the credentials, with which they are erased. */
export function pushStore(credentials: Table): PushStore {
  const { client, name: TableName } = credentials;
  const keyOf = ({ ownerId, svcUserId, provider }: PushSubject, id: string): Item => ({
    pk: userPartition(ownerId, svcUserId),
    sk: pushKey({ provider, id }),
  });
  const credentialOf = ({ ownerId, svcUserId, provider }: PushSubject) => credentialKey(ownerId, svcUserId, provider);
  const read = async (Key: Item) => (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  return {
    async get(subject) {
      const credentialId = (await read(credentialOf(subject)))?.credentialId;
      const item = credentialId === undefined ? undefined : await read(keyOf(subject, String(credentialId)));
      if (!item) return undefined;
      const { push, roundExpectedUntil, expected } = item;
      return { ...(push as object), roundExpectedUntil, expected } as PushRecord;
    },

    async put(subject, { roundExpectedUntil, expected, ...push }) {
      const isNew = push.revision === 1;
      const failed = await transact(client, [
        {
          ConditionCheck: {
            TableName,
            Key: credentialOf(subject),
            ConditionExpression: 'credentialId = :id',
            ExpressionAttributeValues: { ':id': push.credentialId },
          },
        },
        {
          Put: {
            TableName,
            Item: { ...keyOf(subject, push.credentialId), push, roundExpectedUntil, expected },
            ConditionExpression: isNew ? 'attribute_not_exists(pk)' : 'push.revision = :before',
            ...(!isNew && { ExpressionAttributeValues: { ':before': push.revision - 1 } }),
          },
        },
      ]);
      return failed === undefined;
    },

    async expect(subject, { credentialId }, asked) {
      const [[name, value] = []] = Object.entries(asked);
      const command = new UpdateCommand({
        TableName,
        Key: keyOf(subject, credentialId),
        UpdateExpression: 'SET #name = :value',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': String(name) },
        ExpressionAttributeValues: { ':value': value },
      });
      await ifHeld(() => client.send(command));
    },
  };
}
