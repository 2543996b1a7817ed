import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import { type RecordKind, recordKey } from './operation-item.ts';

const overdueAtOnce = 100;

/** Records of a kind whose deadline has passed. One partition holds what is under way, and everything leaves it soon. */
export async function overdueRecords(table: Table, kind: RecordKind, now: number): Promise<Item[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'byDeadline',
      KeyConditionExpression: 'deadlineKey = :key AND deadline <= :now',
      ExpressionAttributeValues: { ':key': kind, ':now': now },
      Limit: overdueAtOnce,
    }),
  );
  const found = await getMany(table, Items ?? []);
  return found.flatMap((item) => (item?.deadlineKey ? [item] : []));
}

/** Moves the deadline of a record that has one. */
export async function moveDeadline(
  table: Table,
  ownerId: string,
  id: string,
  kind: RecordKind,
  deadline: number,
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: recordKey(ownerId, id, kind),
      UpdateExpression: 'SET deadline = :deadline',
      ConditionExpression: 'attribute_exists(deadlineKey)',
      ExpressionAttributeValues: { ':deadline': deadline },
    }),
  );
}
