import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { QueryStore, StoredQuery } from '../../../../domain/query/query-store.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { deadlineKey, queryKey, queryTextKey } from './query-item.ts';

/** A change of a query's item, with the condition for it. */
export type QueryChange = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** Attributes of pending queries, which are removed when a query ends. */
export const whileUnderWay = 'deadlineKey, deadline, openKey, listKey';

/**
 * Queries in DynamoDB.
 *
 * @example const stored = await queryStore(queries).get(ownerId, queryId);
 */
export function queryStore(queries: Table): QueryStore {
  const TableName = queries.name;
  return {
    async create(ownerId, query, text, deadline, commit) {
      const expiresAt = Math.ceil(Date.parse(query.expiresTime) / 1000);
      const item: Item = { ...queryKey(ownerId, query.id), ownerId, query, expiresAt };
      const underWay = { deadlineKey, deadline, openKey: ownerId, listKey: query.id };
      const Text = { ...queryTextKey(ownerId, query.id), text, expiresAt };
      await queries.client.send(new PutCommand({ TableName, Item: Text }));
      const put = { TableName, Item: { ...item, ...underWay } };
      if (commit) await transact(queries.client, [{ Put: put }], commit);
      else await queries.client.send(new PutCommand(put));
    },

    async get(ownerId, id) {
      const command = new GetCommand({ TableName, Key: queryKey(ownerId, id), ConsistentRead: true });
      const { Item } = await queries.client.send(command);
      return Item && storedOf(Item);
    },

    async underWay(ownerId, upTo) {
      const { Count = 0 } = await queries.client.send(
        new QueryCommand({
          TableName,
          IndexName: 'byOpen',
          KeyConditionExpression: 'openKey = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
          Select: 'COUNT',
          Limit: upTo,
        }),
      );
      return Count;
    },

    async cancel(ownerId, id, endedTime) {
      const changed = await changeQuery(queries, ownerId, id, {
        UpdateExpression: `SET #query.#status = :cancelled, #query.endedTime = :ended REMOVE ${whileUnderWay}`,
        ConditionExpression: '#query.#status IN (:queued, :running)',
        ExpressionAttributeValues: {
          ':cancelled': 'CANCELLED',
          ':ended': endedTime,
          ':queued': 'QUEUED',
          ':running': 'RUNNING',
        },
      });
      if (changed) await forgetText(queries, ownerId, id);
    },
  };
}

/** Applies a change, and returns the query; undefined if the condition fails. */
export async function changeQuery(
  { client, name: TableName }: Table,
  ownerId: string,
  id: string,
  change: QueryChange,
): Promise<StoredQuery | undefined> {
  const command = new UpdateCommand({
    TableName,
    Key: queryKey(ownerId, id),
    ReturnValues: 'ALL_NEW',
    ExpressionAttributeNames: { '#query': 'query', '#status': 'status' },
    ...change,
  });
  const changed = await ifHeld(() => client.send(command));
  return changed && storedOf(changed.Attributes ?? {});
}

/** Deletes the text of a query, which is stored only as long as the query may run. */
export async function forgetText({ client, name: TableName }: Table, ownerId: string, id: string): Promise<void> {
  await client.send(new DeleteCommand({ TableName, Key: queryTextKey(ownerId, id) }));
}

export function storedOf({ query, holder, delivery, begunBy }: Item): StoredQuery {
  return { query, run: holder, delivery, attempts: (begunBy as Set<string> | undefined)?.size ?? 0 } as StoredQuery;
}
