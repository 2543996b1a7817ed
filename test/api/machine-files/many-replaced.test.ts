import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { lakePointerKey } from '../../../adapters/aws/dynamodb/operations/operation-item.ts';
import { advance, idle, table } from '../cloud.ts';
import { harvested, runQuery } from '../query/query.ts';
import { operationsService } from './batch.ts';

const operations = table('operations');
const points = pointsPointer(operations);

test('a file waits while too much is left out of the points, and is processed again after a compaction', async () => {
  const { owner, fileId } = await harvested();
  const ownerId = owner.owner.id;
  const replaced = new Set(Array.from({ length: 2_000 }, () => crypto.randomUUID()));
  await operations.client.send(
    new UpdateCommand({
      TableName: operations.name,
      Key: lakePointerKey(ownerId, 'points'),
      UpdateExpression: 'ADD replaced :replaced, revision :one',
      ExpressionAttributeValues: { ':replaced': replaced, ':one': 1 },
    }),
  );
  const status = async () =>
    (await owner.get<{ status: string }>(`${operationsService}/files/${fileId}`)).body.status.toLowerCase();
  const count = async () => (await runQuery(owner, 'SELECT COUNT(*) AS n FROM points')).body;

  expect((await owner.post(`${operationsService}/files/${fileId}/reprocess`)).status).toBe(202);
  await idle();
  expect(await status()).toBe('processing');
  expect((await points.read(ownerId)).replaced).toHaveLength(2_000);
  expect(await count()).toEqual([{ n: 100 }]);

  // The sweep, and then the file's next attempt.
  for (let turn = 0; turn < 3; turn++) {
    await advance({ minutes: 6 });
    await idle();
  }
  expect(await status()).toBe('processed');
  expect((await points.read(ownerId)).replaced.length).toBeLessThan(2);
  expect(await count()).toEqual([{ n: 100 }]);
});
