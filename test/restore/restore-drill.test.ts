import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from 'vitest';
import { documentClient } from '../../adapters/aws/dynamodb/table.ts';
import { type BenchOwner, makeOwners } from '../../bench/owners.ts';
import { projectDir, type RunningFurrow, startFurrow } from '../../bench/running-furrow.ts';
import { runFurrow } from '../../bin/commands/run-furrow.ts';
import { operationsApi } from '../../functions/areas/operations/api.ts';
import { queryApi } from '../../functions/areas/query/run/api.ts';
import { uploadsApi } from '../../functions/areas/uploads/api.ts';
import { prepareAssembly } from '../../local/assembly/prepare-assembly.ts';
import { harvestCsv, zipOf } from '../adapters/machine-files/harvest-text.ts';
import { geoJson } from '../api/uploads/boundary-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const dataDir = join(temporaryFolder('restore'), 'state');
const users = '/services/usermanagement/api/users';
const fieldsOf = (svcUserId: string) => `/services/fields/api/users/${svcUserId}/fields`;
const listOf = (svcUserId: string) => `/services/fields/api/fields?svcUserId=${svcUserId}&size=100`;
let furrow: RunningFurrow;
let owner: BenchOwner;
afterAll(() => furrow?.kill());

async function call(method: string, path: string, body?: FormData | object | string) {
  const isWhole = body instanceof FormData || typeof body === 'string';
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  const response = await fetch(furrow.endpoints.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, ...(!(body instanceof FormData) && { 'content-type': type }) },
    ...(body !== undefined && { body: isWhole ? body : JSON.stringify(body) }),
  });
  // Each start has a port of its own.
  const text = (await response.text()).replaceAll(furrow.endpoints.baseUrl, '');
  return { status: response.status, text, json: () => JSON.parse(text) };
}

async function newUser(name: string, externalId = `id-${name}`): Promise<string> {
  const { json } = await call('POST', users, {
    name,
    email: `${name.toLowerCase()}@example.com`,
    externalId,
  });
  return json().id;
}

async function send(base: string, svcUserId: string, bytes: Uint8Array | string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes as BlobPart]), name);
  const path = `${base}/${(await call('POST', `${base}?svcUserId=${svcUserId}`, form)).json().id}`;
  await expect
    .poll(async () => (await call('GET', path)).json().status, { timeout: 90_000, interval: 300 })
    .toBe('PROCESSED');
  return path;
}

const uploads = `${uploadsApi.base}/upload`;
const sendFields = (svcUserId: string, index: number) => send(uploads, svcUserId, geoJson(3, index), 'farm.geojson');
const sendHarvest = (svcUserId: string, longitude: number) =>
  send(
    `${operationsApi.base}/batch`,
    svcUserId,
    zipOf({ 'harvest.csv': harvestCsv({ longitude, days: 3 }) }),
    'harvest.zip',
  );

interface MachineFile {
  downloadOriginalFile: string;
  downloadStandardGeojson: string;
}

/** Everything an owner can see of a user: the user, fields with their boundaries, machine files with their bytes, and the bytes of an upload. */
async function seen(svcUserId: string, upload: string) {
  const fields = (await call('GET', listOf(svcUserId))).json() as { id: string }[];
  const boundaries = await Promise.all(fields.map(({ id }) => call('GET', `${fieldsOf(svcUserId)}/${id}/boundary`)));
  const files = (await call('GET', `${operationsApi.base}/files?svcUserId=${svcUserId}`)).json() as MachineFile[];
  const outputs = await Promise.all(
    files.flatMap((file) => [call('GET', file.downloadOriginalFile), call('GET', file.downloadStandardGeojson)]),
  );
  return {
    user: (await call('GET', `${users}/${svcUserId}`)).json(),
    fields,
    boundaries: boundaries.map(({ text }) => text),
    files,
    outputs: outputs.map(({ text }) => text),
    original: (await call('GET', `${upload}/original`)).text,
  };
}

const counted = async () => {
  const sql = 'SELECT svcUserId, COUNT(*) AS n FROM fields GROUP BY svcUserId ORDER BY svcUserId';
  const points = 'SELECT svcUserId, COUNT(*) AS n FROM points GROUP BY svcUserId ORDER BY svcUserId';
  return [
    (await call('POST', `${queryApi.base}/query`, sql)).text,
    (await call('POST', `${queryApi.base}/query`, points)).text,
  ];
};

function engines() {
  const { region, credentials, services, variables } = furrow.endpoints;
  const client = documentClient(new DynamoDBClient({ region, credentials, endpoint: services.dynamodb }));
  return { client, s3: new S3Client({ region, credentials, endpoint: services.s3, forcePathStyle: true }), variables };
}

/** Deletes every other object of a user and of the owner's points, and overwrites the others; returns their number. */
async function ruinObjects(svcUserId: string): Promise<number> {
  const { client, s3, variables } = engines();
  let count = 0;
  for (const [Bucket, mark] of [
    [variables.FILES_BUCKET, `/${svcUserId}/`],
    [variables.LAKE_BUCKET, '/points/'],
  ] as const) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
    for (const { Key = '' } of Contents.filter((one) => one.Key?.includes(mark))) {
      count += 1;
      if (count % 2) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
      else await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'nonsense' }));
    }
  }
  client.destroy();
  s3.destroy();
  return count;
}

/** Keys of items and versions that name a user, without tombstones and notes about the erasure. */
async function tracesOf(svcUserId: string): Promise<string[]> {
  const { client, s3, variables } = engines();
  const found: string[] = [];
  for (const name of ['USERS', 'FIELDS', 'UPLOADS', 'OPERATIONS', 'EVENTS']) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: variables[`${name}_TABLE`] }));
    const items = Items.filter((item) => JSON.stringify(item).includes(svcUserId) && item.deletedAt === undefined);
    found.push(...items.map(({ pk, sk }) => `${name} ${pk} ${sk}`));
  }
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket: variables.FILES_BUCKET }));
  found.push(...Versions.flatMap(({ Key = '' }) => (Key.includes(svcUserId) ? [Key] : [])));
  client.destroy();
  s3.destroy();
  return found;
}

test('tables and files are restored to one moment, and a user erased since stays erased', async () => {
  // On a busy machine this takes longer than a start may.
  await prepareAssembly({ projectDir });
  furrow = await startFurrow(dataDir);
  [owner] = (await makeOwners(furrow.endpoints, 1)) as [BenchOwner];
  const [kept, erased] = [await newUser('Kept'), await newUser('Erased')];
  const [upload] = await Promise.all([
    sendFields(kept, 10),
    sendHarvest(kept, 10),
    sendFields(erased, 200),
    sendHarvest(erased, 20),
  ]);
  // The tables of queries follow later.
  await expect.poll(async () => (await counted())[0], { timeout: 60_000, interval: 1_000 }).toContain(erased);
  await sleep(3_000);
  const before = await seen(kept, upload);
  const countedBefore = await counted();
  expect(before.fields.length).toBeGreaterThan(2);
  expect(before.outputs).toEqual([expect.any(String), expect.stringContaining('FeatureCollection')]);
  expect(before.original).toBe(geoJson(3, 10));
  const moment = new Date();
  await sleep(50);

  await call('PATCH', `${users}/${kept}`, { name: 'Renamed' });
  for (const { id } of before.fields) expect((await call('DELETE', `${fieldsOf(kept)}/${id}`)).status).toBe(204);
  const [later] = await Promise.all([sendFields(kept, 400), sendHarvest(kept, 40)]);
  expect((await call('DELETE', `${users}/${erased}`)).status).toBe(204);
  const added = await newUser('Added', 'id-Erased');
  await sendFields(added, 600);
  await expect.poll(() => tracesOf(erased), { timeout: 60_000, interval: 500 }).toEqual([]);
  expect(await ruinObjects(kept)).toBeGreaterThan(4);
  await furrow.stop();

  // All of it is done twice, as after an attempt that broke off.
  for (const _ of ['once', 'again']) {
    expect(await runFurrow(['restore', '--to', moment.toISOString(), '--data-dir', dataDir], {})).toBe(0);
  }

  furrow = await startFurrow(dataDir);
  expect(await seen(kept, upload)).toEqual(before);
  expect((await call('GET', later)).status).toBe(404);
  expect((await call('GET', `${users}/${added}`)).status).toBe(404);
  expect((await call('GET', `${users}/${erased}`)).status).toBe(404);
  const listed = (await call('GET', users)).json() as { id: string }[];
  expect(listed.map(({ id }) => id)).toEqual([kept]);
  await expect.poll(() => tracesOf(erased), { timeout: 90_000, interval: 500 }).toEqual([]);
  const ofKept = (texts: string[]) =>
    texts.map((text) => (JSON.parse(text) as { svcUserId: string }[]).filter((row) => row.svcUserId === kept));
  const ofOthers = (texts: string[]) =>
    texts.map((text) => (JSON.parse(text) as { svcUserId: string }[]).filter((row) => row.svcUserId !== kept));
  await expect
    .poll(async () => ofKept(await counted()), { timeout: 60_000, interval: 1_000 })
    .toEqual(ofKept(countedBefore));
  expect(ofOthers(await counted())).toEqual([[], []]);
  expect(
    (await call('POST', users, { name: 'Again', email: 'again@example.com', externalId: 'id-Erased' })).status,
  ).toBe(201);
}, 600_000);

test('a restore is refused while Furrow runs, for impossible times, and in AWS until the functions are stopped', async () => {
  const now = new Date().toISOString();
  expect(await runFurrow(['restore', '--to', 'yesterday', '--data-dir', dataDir], {})).toBe(1);
  expect(await runFurrow(['restore', '--to', '2026-01-31T12:00:00', '--data-dir', dataDir], {})).toBe(1);
  expect(await runFurrow(['restore', '--to', '2999-01-01T00:00:00Z', '--data-dir', dataDir], {})).toBe(1);
  expect(await runFurrow(['restore', '--to', now, '--data-dir', join(dataDir, 'nothing')], {})).toBe(1);
  expect(await runFurrow(['restore', '--to', now, '--stack', 'furrow-prod-data'], {})).toBe(1);
  expect(await runFurrow(['restore', '--to', now, '--data-dir', dataDir], {})).toBe(1);
  await furrow.stop();
  expect(await runFurrow(['restore', '--to', '2020-01-01T00:00:00Z', '--data-dir', dataDir], {})).toBe(1);
}, 300_000);
