import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { athenaQueryEngine } from '../../../adapters/aws/athena/athena-query-engine.ts';
import { ownerClients } from '../../../adapters/aws/athena/owner-clients.ts';
import { lakePointers } from '../../../adapters/aws/dynamodb/lake/lake-pointers.ts';
import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { machineFileDirectory } from '../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { compileForEngine } from '../../../functions/areas/query/execution/compile-for-engine.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { cells } from '../../cells.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { bucket, cloud, cloudClock, files, idle, queueUrl, sqs, table, variable } from '../cloud.ts';
import { operationsService, processed } from '../machine-files/batch.ts';
import { type Harvested, harvested } from './query.ts';

const { region, credentials, services } = cloud.endpoints;
vi.stubEnv('AWS_REGION', region);
afterAll(() => void vi.unstubAllEnvs());

const buckets = { lakeBucket: variable('LAKE_BUCKET'), resultsBucket: variable('FILES_BUCKET') };
const engine = athenaQueryEngine({
  clients: ownerClients({
    ...buckets,
    roleArn: variable('QUERY_ROLE_ARN'),
    clock: cloudClock,
    sts: new STSClient({ region, credentials, endpoint: services.sts }),
    endpoint: services.athena,
  }),
  pointers: lakePointers(table('operations')),
  workGroup: variable('QUERY_WORKGROUP'),
  database: variable('QUERY_DATABASE'),
  results: files,
  resultsBucket: bucket.name,
  overlay: () => Promise.reject(new Error('nothing is laid over anything')),
  temporaryFolder: temporaryFolder('results'),
  newId: () => crypto.randomUUID(),
});

const points = pointsPointer(table('operations'));
const machineFiles = machineFileDirectory(table('operations'));

/** Compiles a count of an owner's points now, to run when it is called. */
async function heldCount({ owner }: Harvested): Promise<() => Promise<unknown>> {
  const text = 'SELECT COUNT(*) AS n, COUNT(DISTINCT fileId) AS files FROM points';
  const compiled = await compileForEngine(text, owner.owner, {
    engine,
    clock: cloudClock,
    machineFiles,
    hexGrid: async () => cells,
  });
  return async () => {
    const rows: unknown[] = [];
    for await (const some of engine.rows(owner.owner.id, compiled, new AbortController().signal))
      rows.push(...some.map((row) => JSON.parse(row)));
    return rows[0];
  };
}

async function processAgain({ owner, fileId }: Harvested): Promise<void> {
  expect((await owner.post(`${operationsService}/files/${fileId}/reprocess`)).status).toBe(202);
  await idle();
}

async function compact({ owner }: Harvested): Promise<void> {
  const MessageBody = JSON.stringify({ ownerId: owner.owner.id, step: 'compact' });
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('lake-compactions'), MessageBody }));
  await idle();
}

describe('a query whose files Athena lists long after it was compiled counts each point once', () => {
  let world: Harvested;
  beforeAll(async () => {
    world = await harvested();
  });
  const once = { n: 100, files: 1 };

  test('when its points were hidden, written and published in between', async () => {
    const count = await heldCount(world);
    await processAgain(world);
    expect(await count()).toEqual(once);
    expect(await (await heldCount(world))()).toEqual(once);
  });

  test('when that happened twice', async () => {
    const count = await heldCount(world);
    await processAgain(world);
    await processAgain(world);
    expect(await count()).toEqual(once);
    expect(await (await heldCount(world))()).toEqual(once);
  });

  test('when other points, which it does not see, were written before', async () => {
    const { owner } = world;
    const count = await heldCount(world);
    const csv = zipOf({ 'more.csv': harvestCsv({ days: 1 }) });
    await processed(owner, world.svcUserId, 'more.zip', csv);
    await idle();
    expect(await count()).toEqual(once);
    expect(await (await heldCount(world))()).toEqual({ n: 200, files: 2 });
  });

  test('when its points are in a compacted file, and newer ones beside it', async () => {
    const both = { n: 200, files: 2 };
    await compact(world);
    const count = await heldCount(world);
    await processAgain(world);
    expect(await count()).toEqual(both);
    const later = await heldCount(world);
    await compact(world);
    expect(await later()).toEqual(both);
    expect(await (await heldCount(world))()).toEqual(both);
  });

  test('and the snapshot forgets the revisions of hidden points', async () => {
    const moment = await points.read(world.owner.owner.id);
    expect(moment).toMatchObject({ hidden: [], hiddenAfter: new Map() });
  });
});
