import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import type { ProvidedFile } from '../../../../domain/sync/file-provider.ts';
import {
  type DueFile,
  type EndedFile,
  type ProviderFileStore,
  providerFileKey,
} from '../../../../domain/sync/provider-file.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { existingUser } from '../work/subject-items.ts';
import { filePrefix } from './sync-item.ts';

/** An item for each file that is due, and one for each that has ended, in the user's partition of the fields table, where they are erased with the user. */
export function providerFileStore(fields: Table, users: Table): ProviderFileStore {
  const { client, name: TableName } = fields;
  const existing = existingUser(users);
  const keyOf = (
    { ownerId, svcUserId }: UserSubject,
    kind: 'due' | 'ended',
    provider: ProviderKey,
    fileKey: string,
  ) => ({
    pk: userPartition(ownerId, svcUserId),
    sk: filePrefix(kind, provider) + fileKey,
  });
  const read = async (Key: ReturnType<typeof keyOf>) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const get: ProviderFileStore['get'] = async (user, provider, fileKey) => {
    const [due, ended] = await Promise.all([
      read(keyOf(user, 'due', provider, fileKey)),
      read(keyOf(user, 'ended', provider, fileKey)),
    ]);
    return { ...(due && { due: due.due as DueFile }), ...(ended && { ended: ended.ended as EndedFile }) };
  };
  const sameState = ({ modifiedTime }: ProvidedFile) => ({
    ConditionExpression: 'due.#file.modifiedTime = :modified',
    ExpressionAttributeNames: { '#file': 'file' },
    ExpressionAttributeValues: { ':modified': modifiedTime },
  });

  return {
    get,

    async note(user, provider, file, consent) {
      const fileKey = providerFileKey(file);
      const { due, ended } = await get(user, provider, fileKey);
      if (due?.file.modifiedTime === file.modifiedTime) return true;
      const isKnown = ended?.file.modifiedTime === file.modifiedTime;
      if (isKnown && (ended?.status === 'fetched' || ended?.consent === consent)) return false;
      const Item = { ...keyOf(user, 'due', provider, fileKey), due: { file } satisfies DueFile };
      const failed = await transact(client, [{ Put: { TableName, Item } }, existing.check(user)]);
      if (failed !== undefined) throw existing.gone(user);
      return true;
    },

    async due({ ownerId, svcUserId }, provider) {
      const found: DueFile[] = [];
      for await (const { due } of userItems(fields, ownerId, svcUserId, filePrefix('due', provider))) {
        found.push(due as DueFile);
      }
      return found;
    },

    async *ended({ ownerId, svcUserId }, provider) {
      for await (const { ended } of userItems(fields, ownerId, svcUserId, filePrefix('ended', provider))) {
        yield ended as EndedFile;
      }
    },

    async wait(user, provider, due) {
      const { ExpressionAttributeValues, ...same } = sameState(due.file);
      const command = new UpdateCommand({
        TableName,
        Key: keyOf(user, 'due', provider, providerFileKey(due.file)),
        UpdateExpression: 'SET due = :due',
        ...same,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':due': due },
      });
      await ifHeld(() => client.send(command));
    },

    async end(user, provider, ended) {
      const fileKey = providerFileKey(ended.file);
      const Item = { ...keyOf(user, 'ended', provider, fileKey), ended };
      const failed = await transact(client, [{ Put: { TableName, Item } }, existing.check(user)]);
      if (failed !== undefined) throw existing.gone(user);
      const Key = keyOf(user, 'due', provider, fileKey);
      await ifHeld(() => client.send(new DeleteCommand({ TableName, Key, ...sameState(ended.file) })));
    },
  };
}
