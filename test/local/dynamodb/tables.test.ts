import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ExecuteStatementCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { startForTests } from './engine-under-test.ts';
import { indexedTable, keysOf, plainTable } from './table-definitions.ts';

const started = await startForTests();
const { engine } = started;
const describe = async (TableName: string) =>
  (await started.client.send(new DescribeTableCommand({ TableName }))).Table;
const count = async (TableName: string, IndexName?: string) =>
  (await started.client.send(new ScanCommand({ TableName, ...(IndexName && { IndexName }), Select: 'COUNT' }))).Count;
const rows = (number: number) =>
  Array.from({ length: number }, (_, index) => ({
    pk: { S: `owner ${index % 3}` },
    sk: { S: `id-${index}` },
    ownerKey: { S: 'owner' },
    listKey: { S: `name ${index % 10}` },
    other: { S: `other ${index}` },
  }));

test('a table is created, listed, described and deleted on the wire', async () => {
  const input = {
    TableName: 'made',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
    BillingMode: 'PAY_PER_REQUEST' as const,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const },
  };
  await started.client.send(new CreateTableCommand(input));
  await waitUntilTableExists({ client: started.client, maxWaitTime: 5, minDelay: 1 }, { TableName: 'made' });
  await expect(started.client.send(new CreateTableCommand(input))).rejects.toMatchObject({
    name: 'ResourceInUseException',
  });
  expect(await describe('made')).toMatchObject({
    TableStatus: 'ACTIVE',
    TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/made',
    LatestStreamArn: expect.stringMatching(/^arn:aws:dynamodb:us-east-1:000000000000:table\/made\/stream\/20/),
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  });
  await started.client.send(new PutItemCommand({ TableName: 'made', Item: { id: { S: 'a' } } }));
  const { TableNames } = await started.client.send(
    new ListTablesCommand({ Limit: 1, ExclusiveStartTableName: 'macaroni' }),
  );
  expect(TableNames).toEqual(['made']);
  await started.client.send(new DeleteTableCommand({ TableName: 'made' }));
  await expect(describe('made')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await started.client.send(new CreateTableCommand(input));
  expect(await count('made')).toBe(0);
});

test('a table is created once and kept over a restart', async () => {
  const first = await engine.ensureTable(indexedTable('kept'));
  expect(first).toEqual({ tableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/kept' });
  await engine.loadItems('kept', rows(10));
  const before = await describe('kept');
  await started.restart();
  await started.engine.ensureTable(indexedTable('kept'));
  expect(await describe('kept')).toEqual(before);
  expect(await count('kept', 'byList')).toBe(10);
});

test('a stream and a time to live are turned on and off without touching rows', async () => {
  const { engine } = started;
  await engine.ensureTable(plainTable('turned'));
  const on = await engine.ensureTable(
    plainTable('turned', { streamViewType: 'NEW_IMAGE', timeToLiveAttribute: 'ttl' }),
  );
  expect(on.streamArn).toContain('table/turned/stream/');
  const again = await engine.ensureTable(plainTable('turned', { streamViewType: 'KEYS_ONLY' }));
  expect(again.streamArn).toBe(on.streamArn);
  expect(await engine.ensureTable(plainTable('turned'))).not.toHaveProperty('streamArn');
  expect(await describe('turned')).not.toHaveProperty('StreamSpecification');
});

test('an index that is added, changed or removed is rebuilt with every row', async () => {
  const { engine } = started;
  await engine.ensureTable(plainTable('grown'));
  await engine.loadItems('grown', [...rows(2500), { pk: { S: 'x' }, sk: { S: 'not in the index' } }]);
  const { CreationDateTime, TableId } = (await describe('grown')) ?? {};
  await engine.ensureTable(indexedTable('grown'));
  expect([await count('grown'), await count('grown', 'byList')]).toEqual([2501, 2500]);
  expect(await describe('grown')).toMatchObject({ CreationDateTime, TableId, TableStatus: 'ACTIVE' });
  const changed = structuredClone(indexedTable('grown'));
  for (const index of changed.globalSecondaryIndexes ?? []) index.Projection = { ProjectionType: 'ALL' };
  await engine.ensureTable(changed);
  const { Items } = await started.client.send(new ScanCommand({ TableName: 'grown', IndexName: 'byList', Limit: 1 }));
  expect(Items?.[0]).toHaveProperty('other');
  await engine.ensureTable(plainTable('grown'));
  await expect(count('grown', 'byList')).rejects.toThrow('does not have the specified index: byList');
  expect(await count('grown')).toBe(2501);
});

test('a table can change its keys and keeps its rows', async () => {
  const { engine } = started;
  await engine.ensureTable(plainTable('rekeyed'));
  await engine.loadItems('rekeyed', rows(50));
  await engine.ensureTable({ tableName: 'rekeyed', ...keysOf('ownerKey', 'sk') });
  const { Items = [], Count } = await started.client.send(new ScanCommand({ TableName: 'rekeyed' }));
  expect(Count).toBe(50);
  expect(Items.map(({ sk }) => sk?.S).sort()).toEqual(
    rows(50)
      .map(({ sk }) => sk.S)
      .sort(),
  );
});

test('a rebuild that would lose rows is refused with the reason, and the table stays as it was', async () => {
  const { engine } = started;
  await engine.ensureTable(plainTable('stuck'));
  await engine.loadItems('stuck', rows(20));
  const clash = engine.ensureTable({ tableName: 'stuck', ...keysOf('ownerKey', 'listKey') });
  await expect(clash).rejects.toThrow('10 of 20 rows have the same new key as another row');
  const missing = engine.ensureTable({ tableName: 'stuck', ...keysOf('pk', 'nothing') });
  await expect(missing).rejects.toThrow('The table stuck cannot be rebuilt with its new keys: ');
  await engine.ensureTable(plainTable('stuck'));
  expect(await count('stuck')).toBe(20);
});

test('backups are acknowledged, and unknown operations are named', async () => {
  await started.engine.ensureTable(plainTable('backed'));
  const backups = async () =>
    (await started.client.send(new DescribeContinuousBackupsCommand({ TableName: 'backed' })))
      .ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  expect(await backups()).toMatchObject({ PointInTimeRecoveryStatus: 'DISABLED' });
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await started.client.send(
    new UpdateContinuousBackupsCommand({ TableName: 'backed', PointInTimeRecoverySpecification }),
  );
  expect(await backups()).toMatchObject({ PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 35 });
  const unknown = started.client.send(new ExecuteStatementCommand({ Statement: 'SELECT 1' }));
  await expect(unknown).rejects.toMatchObject({ name: 'UnknownOperationException' });
  await expect(unknown).rejects.toThrow('DynamoDB_20120810.ExecuteStatement');
});

test('requests that are not signed or not JSON are refused', async () => {
  const post = async (headers: Record<string, string>, body: string) => {
    const answer = await fetch(started.engine.endpoint, { method: 'POST', headers, body });
    return [answer.status, ((await answer.json()) as { __type: string }).__type.split('#')[1]];
  };
  const target = { 'x-amz-target': 'DynamoDB_20120810.ListTables' };
  const signed = { ...target, authorization: 'AWS4-HMAC-SHA256 Credential=a' };
  expect(await post(target, '{}')).toEqual([400, 'MissingAuthenticationTokenException']);
  expect(await post(signed, '[]')).toEqual([400, 'SerializationException']);
  expect(await post({}, '{}')).toEqual([400, 'UnknownOperationException']);
  const large = await fetch(started.engine.endpoint, { method: 'POST', headers: signed, body: 'x'.repeat(17 << 20) });
  expect(large.status).toBe(413);
});

test('an emptied table has the rows to keep and no stream records, even after a restart, and accepts new ones', async () => {
  const name = 'emptied';
  await started.engine.ensureTable({ ...indexedTable(name), streamViewType: 'NEW_IMAGE' });
  const put = (item: ReturnType<typeof rows>[number] | undefined) =>
    started.client.send(new PutItemCommand({ TableName: name, Item: item }));
  const counts = async () => {
    const { records } = await started.engine.readStream(name, undefined, 100);
    return [await count(name), await count(name, 'byList'), records.length];
  };
  for (const row of rows(5)) await put(row);
  expect(await counts()).toEqual([5, 5, 5]);
  await started.engine.emptyTable(name, ({ sk }) => sk?.S === 'id-3');
  expect(await counts()).toEqual([1, 1, 0]);
  await started.restart();
  expect(await counts()).toEqual([1, 1, 0]);
  await put(rows(1)[0]);
  expect(await counts()).toEqual([2, 2, 1]);
});
