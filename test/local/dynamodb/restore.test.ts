import {
  DeleteItemCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  PutItemCommand,
  QueryCommand,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { startForTests } from './engine-under-test.ts';
import { indexedTable, plainTable } from './table-definitions.ts';

const { engine, client, clock } = await startForTests();
const day = 24 * 60 * 60 * 1000;
const item = (id: string, text: string) => ({
  pk: { S: 'owner' },
  sk: { S: id },
  ownerKey: { S: 'o' },
  listKey: { S: text },
});
const put = (TableName: string, id: string, text: string) =>
  client.send(new PutItemCommand({ TableName, Item: item(id, text) }));
const remove = (TableName: string, id: string) =>
  client.send(new DeleteItemCommand({ TableName, Key: { pk: { S: 'owner' }, sk: { S: id } } }));
const restore = (SourceTableName: string, moment: number, TargetTableName: string) =>
  client.send(
    new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, RestoreDateTime: new Date(moment) }),
  );
const rows = async (TableName: string) => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  return Items.map(({ sk, listKey }) => `${sk?.S} ${listKey?.S}`).sort();
};

test('a table is restored to any moment, with its indexes, beside the original', async () => {
  await engine.ensureTable({ ...indexedTable('fields'), recoveryDays: 7, streamViewType: 'NEW_IMAGE' });
  const moments: { moment: number; expected: string[] }[] = [];
  const note = async () => {
    moments.push({ moment: clock.now(), expected: await rows('fields') });
    clock.advance(60_000);
  };
  await note();
  await put('fields', 'a', '1');
  await put('fields', 'b', '1');
  await note();
  await put('fields', 'a', '2');
  await remove('fields', 'b');
  await put('fields', 'c', '1');
  await note();
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: 'fields', Item: item('a', '3') } },
        { Delete: { TableName: 'fields', Key: { pk: { S: 'owner' }, sk: { S: 'c' } } } },
      ],
    }),
  );
  await put('fields', 'b', '2');
  await note();

  for (const [index, { moment, expected }] of moments.entries()) {
    await restore('fields', moment, `restored-${index}`);
    expect(await rows(`restored-${index}`)).toEqual(expected);
    const listed = await client.send(
      new QueryCommand({
        TableName: `restored-${index}`,
        IndexName: 'byList',
        KeyConditionExpression: 'ownerKey = :o',
        ExpressionAttributeValues: { ':o': { S: 'o' } },
      }),
    );
    expect(listed.Count).toBe(expected.length);
  }
  expect(await rows('fields')).toEqual(['a 3', 'b 2']);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'restored-1' }));
  expect(Table).toMatchObject({ TableStatus: 'ACTIVE', TableArn: expect.stringMatching(/table\/restored-1$/) });
  expect(Table?.StreamSpecification).toBeUndefined();
});

test('a moment outside of the window is refused, and earlier history is deleted', async () => {
  await engine.ensureTable(plainTable('unprotected'));
  await expect(restore('unprotected', clock.now(), 'refused')).rejects.toMatchObject({
    name: 'PointInTimeRecoveryUnavailableException',
  });
  const started = clock.now();
  await engine.ensureTable({ ...plainTable('window'), recoveryDays: 2 });
  await put('window', 'a', '1');
  await expect(restore('window', started - 1000, 'refused')).rejects.toMatchObject({
    name: 'InvalidRestoreTimeException',
  });
  await expect(restore('window', clock.now() + day, 'refused')).rejects.toMatchObject({
    name: 'InvalidRestoreTimeException',
  });
  await restore('window', clock.now(), 'taken');
  await expect(restore('window', clock.now(), 'taken')).rejects.toMatchObject({ name: 'TableAlreadyExistsException' });

  clock.advance(3 * day);
  await put('window', 'a', '2');
  await engine.trimHistory();
  await expect(restore('window', started + 1000, 'refused')).rejects.toMatchObject({
    name: 'InvalidRestoreTimeException',
  });
  await restore('window', clock.now() - day, 'a-day-ago');
  expect(await rows('a-day-ago')).toEqual(['a 1']);
  const command = new DescribeContinuousBackupsCommand({ TableName: 'window' });
  const { ContinuousBackupsDescription } = await client.send(command);
  expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
    PointInTimeRecoveryStatus: 'ENABLED',
    RecoveryPeriodInDays: 2,
  });
});
