import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { lakePointsPrefix } from '../../../domain/files/lake-keys.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { advance, bucket, control, idle, queueUrl, sqs, table, variable } from '../cloud.ts';
import { operationsService, processed } from '../machine-files/batch.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { runQuery } from './query.ts';

const points = pointsPointer(table('operations'));
const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);
const engine = (name: 'athena' | 'duckdb') => control('POST', '/functions/query/variables', { QUERY_ENGINE: name });
afterAll(() => engine('duckdb'));

let owner: TestOwner;
const users: string[] = [];
const fileIds: string[] = [];
beforeAll(async () => {
  owner = await freshOwner();
  for (const days of [0, 1, 2]) {
    const { id } = await freshUser(owner);
    const { files } = await processed(owner, id, 'harvest.zip', zipOf({ 'a.csv': harvestCsv({ days }) }));
    users.push(id);
    fileIds.push(files[0]?.id ?? '');
  }
  await idle();
  await engine('athena');
});

const count = async () => {
  const { status, body } = await runQuery(owner, 'SELECT COUNT(*) AS n, COUNT(DISTINCT fileId) AS files FROM points');
  return status === 200 ? body[0] : { status, body };
};
const again = (id: string | undefined) => owner.post(`${operationsService}/files/${id}/reprocess`);

async function compact(): Promise<void> {
  const MessageBody = JSON.stringify({ ownerId: owner.owner.id, step: 'compact' });
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('lake-compactions'), MessageBody }));
}

/** Repeats the query until it is stopped, and returns every count that it has seen. */
function askAllTheTime(): () => Promise<string[]> {
  const seen = new Set<string>();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) seen.add(JSON.stringify(await count()));
  })();
  return async () => {
    isOver = true;
    await asking;
    return [...seen].sort();
  };
}

const whole = '{"n":300,"files":3}';

describe('Athena counts the points of an owner', () => {
  test('before, while and after they become another generation', async () => {
    expect(await count()).toEqual({ n: 300, files: 3 });
    const stop = askAllTheTime();
    await compact();
    await idle();
    expect(await stop()).toEqual([whole]);
    expect((await points.read(owner.owner.id)).gen).toBe(1);
    expect(await count()).toEqual({ n: 300, files: 3 });
  });

  test('when the generation before has been deleted', async () => {
    await advance({ minutes: 15, seconds: 1 });
    await idle();
    const left: string[] = [];
    for await (const key of lake.list(lakePointsPrefix(owner.owner.id, 0))) left.push(key);
    expect(left).toEqual([]);
    expect(await count()).toEqual({ n: 300, files: 3 });
  });

  test('while files within it are replaced, and compacted once more', async () => {
    for (let round = 0; round < 2; round++) {
      const stop = askAllTheTime();
      await again(fileIds[round]);
      await compact();
      await again(fileIds[round + 1]);
      await idle();
      expect(await stop()).toEqual([whole]);
      await advance({ minutes: 15, seconds: 1 });
      await idle();
    }
    expect((await points.read(owner.owner.id)).gen).toBeGreaterThan(1);
    expect(await count()).toEqual({ n: 300, files: 3 });
  });

  test('without those of a deleted user, at once', async () => {
    await owner.call('DELETE', `/services/usermanagement/api/users/${users[1]}`);
    await idle();
    expect(await count()).toEqual({ n: 200, files: 2 });
    await compact();
    await idle();
    expect(await count()).toEqual({ n: 200, files: 2 });
  });
});
