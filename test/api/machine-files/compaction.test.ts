import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compactedObjects } from '../../../adapters/aws/dynamodb/lake/compacted-objects.ts';
import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { machineFileDirectory } from '../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { streamingObjectStore } from '../../../adapters/aws/s3/streaming-object-store.ts';
import { pointsCompactor } from '../../../adapters/machine-files/compact-points.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { lakeGenerations, lakeIngestsPrefix, lakeNameIn, lakePointsKey } from '../../../domain/files/lake-keys.ts';
import { compactPoints } from '../../../functions/jobs/compact-lake/compact-points.ts';
import type { CompactionServices } from '../../../functions/jobs/compact-lake/services.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { advance, bucket, cloudClock, idle, queueUrl, sqs, sweep, table, variable } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed } from './batch.ts';
import { ingestOf } from './lake-points.ts';

const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);
const points = pointsPointer(table('operations'));
const maxQuerySeconds = 15 * 60;

interface Harvests {
  owner: TestOwner;
  users: string[];
  fileIds: string[];
}

/** An owner with two users, of which the first has two files and the second one, with 100 points each. */
async function harvests(): Promise<Harvests> {
  const owner = await freshOwner();
  const [first, second] = [await freshUser(owner), await freshUser(owner)];
  const [both, one] = [
    { 'a.csv': harvestCsv(), 'b.csv': harvestCsv({ days: 1 }) },
    { 'c.csv': harvestCsv({ days: 2 }) },
  ];
  const sent = await Promise.all([
    processed(owner, first.id, 'harvests.zip', zipOf(both)),
    processed(owner, second.id, 'harvest.zip', zipOf(one)),
  ]);
  await idle();
  return { owner, users: [first.id, second.id], fileIds: sent.flatMap(({ files }) => files.map(({ id }) => id)) };
}

async function ask(owner: TestOwner, step: object): Promise<void> {
  const MessageBody = JSON.stringify({ ownerId: owner.owner.id, ...step });
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('lake-compactions'), MessageBody }));
}

async function compacted(owner: TestOwner): Promise<void> {
  await ask(owner, { step: 'compact' });
  await idle();
}

/** Generation and kind of each object in the lake that readers see. */
async function objectsOf({ owner }: TestOwner): Promise<string[]> {
  const found: string[] = [];
  for await (const key of lake.list(lakeGenerations(owner.id))) {
    const [, gen = ''] = /gen=(\d+)/.exec(key) ?? [];
    found.push(`${gen} ${lakeNameIn(key).fileId === undefined ? 'compacted' : 'alone'}`);
  }
  return found.sort();
}

async function count(owner: TestOwner, from = 'points'): Promise<unknown> {
  const { status, body } = await runQuery(owner, `SELECT COUNT(*) AS n, COUNT(DISTINCT fileId) AS files FROM ${from}`);
  return status === 200 ? body[0] : { status, body };
}

describe('the points of an owner that are compacted', () => {
  let world: Harvests;
  let owner: TestOwner;
  beforeAll(async () => {
    world = await harvests();
    ({ owner } = world);
    await compacted(owner);
  });

  test('are in one object, and the generation before is deleted when no query reads it', async () => {
    expect(await objectsOf(owner)).toEqual(['0 alone', '0 alone', '0 alone', '1 compacted']);
    expect(await count(owner)).toEqual({ n: 300, files: 3 });
    await advance({ seconds: maxQuerySeconds + 1 });
    await idle();
    expect(await objectsOf(owner)).toEqual(['1 compacted']);
    expect(await count(owner)).toEqual({ n: 300, files: 3 });
  });

  test('are found by what is made of files, and no copy of them is left', async () => {
    const [first = '', second = ''] = world.fileIds;
    await lake.put(lakePointsKey(owner.owner.id, first, String(await ingestOf(owner.owner.id, first))), 'left', '');
    const merged = await owner.post<{ id: string }>(`${operationsService}/files/merge`, { ids: [first, second] });
    await idle();
    expect((await owner.get(`${operationsService}/files/${merged.body.id}`)).body).toMatchObject({
      status: 'processed',
      pointCounts: { kept: 200 },
    });
    await compacted(owner);
    const left: string[] = [];
    for await (const key of lake.list(lakeIngestsPrefix(owner.owner.id))) left.push(key);
    expect(left).toEqual([]);
  });

  test('are those of each file in its table', async () => {
    for (const id of world.fileIds) expect(await count(owner, `pointlake_file_${id}`)).toEqual({ n: 100, files: 1 });
  });

  test('are replaced row by row when a file is processed again, and are left out by the next compaction', async () => {
    expect((await owner.post(`${operationsService}/files/${world.fileIds[0]}/reprocess`)).status).toBe(202);
    await idle();
    expect(await count(owner)).toEqual({ n: 300, files: 3 });
    await advance({ seconds: maxQuerySeconds + 1 });
    await idle();
    // The object of the replaced points holds others too, so they stay left out.
    expect((await points.read(owner.owner.id)).replaced).toHaveLength(1);
    expect(await count(owner)).toEqual({ n: 300, files: 3 });
    await compacted(owner);
    expect(await count(owner)).toEqual({ n: 300, files: 3 });
    expect(await points.read(owner.owner.id)).toMatchObject({ gen: 2, replaced: [], hidden: [] });
  });

  test('are written in fewer files by the sweep, a day after they came', async () => {
    const { gen } = await points.read(owner.owner.id);
    const csv = harvestCsv({ days: 9 });
    await processed(owner, world.users[0] ?? '', 'more.zip', zipOf({ 'a.csv': csv }));
    await idle();
    await advance({ days: 1, minutes: 10 });
    await idle();
    expect((await points.read(owner.owner.id)).gen).toBe(gen + 1);
    expect(await count(owner)).toEqual({ n: 400, files: 4 });
  });

  test('are hidden at once when their user is deleted, and deleted by the next compaction', async () => {
    await owner.call('DELETE', `/services/usermanagement/api/users/${world.users[0]}`);
    await idle();
    expect(await count(owner)).toEqual({ n: 100, files: 1 });
    await compacted(owner);
    expect(await count(owner)).toEqual({ n: 100, files: 1 });
    const moment = await points.read(owner.owner.id);
    expect(moment).toMatchObject({ replaced: [], hiddenUsers: [] });
    expect((await objectsOf(owner)).filter((one) => one.startsWith(`${moment.gen} `))).toEqual([
      `${moment.gen} compacted`,
    ]);
  });
});

test('a compaction that breaks off leaves nothing visible', async () => {
  const { owner } = await harvests();
  const gen = await points.claim(owner.owner.id, 0);
  const [key] = await keysOf(owner);
  await lake.copy(key ?? '', `${lakeGenerations(owner.owner.id)}${gen}/compacted.broken.parquet`);
  expect(await count(owner)).toEqual({ n: 300, files: 3 });
  await compacted(owner);
  expect(await objectsOf(owner)).toEqual(['0 alone', '0 alone', '0 alone', '2 compacted']);
  expect(await count(owner)).toEqual({ n: 300, files: 3 });
});

test('leftovers of a compaction are due at once, and the sweep sends for them', async () => {
  const { owner, users } = await harvests();
  const operations = table('operations');
  const ownerId = owner.owner.id;
  await points.excludeUser(ownerId, users[0] ?? '', cloudClock.now() + 86_400_000);
  const whole = streamingObjectStore(variable('LAKE_BUCKET'), bucket.client);
  const sent: unknown[] = [];
  await compactPoints(ownerId, {
    points,
    objects: compactedObjects(operations),
    machineFiles: machineFileDirectory(operations),
    lake: {
      ...whole,
      // One run reads a gigabyte.
      async *versions(prefix) {
        for await (const version of whole.versions(prefix)) yield { ...version, bytes: 600_000_000 };
      },
    },
    compactor: pointsCompactor,
    queue: { send: async (message) => void sent.push(message) },
    clock: cloudClock,
    newId,
  });
  expect(sent).toEqual([{ step: 'remove', ownerId, gen: 0 }]);
  expect(await points.due(cloudClock.now())).toContain(ownerId);
  expect((await points.read(ownerId)).hiddenUsers).toEqual([users[0]]);
  await sweep();
  await idle();
  expect((await points.read(ownerId)).hiddenUsers).toEqual([]);
  expect(await points.due(cloudClock.now())).not.toContain(ownerId);
});

test("a compaction that another has overtaken leaves the other's snapshot alone", async () => {
  const { owner } = await harvests();
  const operations = table('operations');
  const services: CompactionServices = {
    points: {
      ...points,
      // The whole of the other run happens between two steps of this one.
      async read(ownerId) {
        const moment = await points.read(ownerId);
        await compacted(owner);
        return moment;
      },
    },
    objects: compactedObjects(operations),
    machineFiles: machineFileDirectory(operations),
    lake: streamingObjectStore(variable('LAKE_BUCKET'), bucket.client),
    compactor: pointsCompactor,
    queue: { send: async () => {} },
    clock: systemClock,
    newId,
  };
  await compactPoints(owner.owner.id, services);
  expect(await points.read(owner.owner.id)).toMatchObject({ gen: 1 });
  expect(await objectsOf(owner)).toEqual(['0 alone', '0 alone', '0 alone', '1 compacted']);
  expect(await count(owner)).toEqual({ n: 300, files: 3 });
});

/** Repeats the count until it is stopped, and returns the different results. */
function askAllTheTime(owner: TestOwner): { stop(): Promise<string[]> } {
  const seen = new Set<string>();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) seen.add(JSON.stringify(await count(owner)));
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return [...seen].sort();
    },
  };
}

test('counts are right all the time while points are compacted, replaced and deleted', async () => {
  const { owner, users, fileIds } = await harvests();
  const again = (id: string | undefined) => owner.post(`${operationsService}/files/${id}/reprocess`);
  for (let round = 0; round < 2; round++) {
    const asked = askAllTheTime(owner);
    await again(fileIds[round]);
    await ask(owner, { step: 'compact' });
    await again(fileIds[round + 1]);
    await ask(owner, { step: 'compact' });
    await idle();
    expect(await asked.stop()).toEqual(['{"n":300,"files":3}']);
    // Requests in flight when the clock moves are refused as too old.
    await advance({ seconds: maxQuerySeconds + 1 });
    await idle();
  }
  const asked = askAllTheTime(owner);
  await owner.call('DELETE', `/services/usermanagement/api/users/${users[1]}`);
  await ask(owner, { step: 'compact' });
  await idle();
  expect(await count(owner)).toEqual({ n: 200, files: 2 });
  expect(await asked.stop()).toEqual(['{"n":200,"files":2}', '{"n":300,"files":3}']);
  expect((await points.read(owner.owner.id)).gen).toBeGreaterThan(2);
});

async function keysOf({ owner }: TestOwner): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of lake.list(lakeGenerations(owner.id))) keys.push(key);
  return keys;
}
