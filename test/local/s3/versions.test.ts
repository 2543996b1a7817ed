import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { refusal, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const day = 24 * 60 * 60 * 1000;
let s3: TestEngine;
let client: S3Client;

beforeEach(async () => {
  s3 = await startTestEngine();
  client = s3.client();
});
afterEach(() => s3.stop());

const put = async (Key: string, Body: string) =>
  (await client.send(new PutObjectCommand({ Bucket, Key, Body }))).VersionId ?? '';
const get = async (Key: string, VersionId?: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();
const remove = (Key: string, VersionId?: string) => client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
const listed = async (Prefix?: string) => {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
  const texts = [
    ...Versions.map((one) => [one, 'object'] as const),
    ...DeleteMarkers.map((one) => [one, 'marker'] as const),
  ];
  return texts.map(([{ Key, IsLatest }, kind]) => `${Key} ${kind}${IsLatest ? ' latest' : ''}`);
};

test('a bucket has versions once they are turned on, and its template does not turn them off', async () => {
  expect((await client.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined();
  expect(await put('a', 'without')).toBe('');
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  await s3.engine.ensureBucket({ name: Bucket });
  await s3.restart();
  client = s3.client();
  expect((await client.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBe('Enabled');

  expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).VersionId).toBe('null');
  const version = await put('a', 'with');
  expect([await get('a'), await get('a', version), await get('a', 'null')]).toEqual(['with', 'with', 'without']);
});

test('suspending versions is refused by name', async () => {
  const VersioningConfiguration = { Status: 'Suspended' } as const;
  const call = client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  expect(await refusal(call)).toMatchObject({ code: 'NotImplemented', status: 501 });
});

test('replaced and deleted objects are kept, even over a restart, and can be restored', async () => {
  await s3.engine.ensureBucket({ name: Bucket, versioned: true });
  const first = await put('folder/a', 'first');
  const second = await put('folder/a', 'second');
  const { VersionId: marker, DeleteMarker } = await remove('folder/a');
  expect(DeleteMarker).toBe(true);
  await put('folder/a/b', 'below the key of another');
  await s3.restart();
  client = s3.client();

  expect(await refusal(get('folder/a'))).toMatchObject({ code: 'NoSuchKey', status: 404 });
  expect((await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key)).toEqual([
    'folder/a/b',
  ]);
  expect([await get('folder/a', first), await get('folder/a', second)]).toEqual(['first', 'second']);
  expect(await refusal(get('folder/a', marker))).toMatchObject({ code: 'MethodNotAllowed', status: 405 });
  expect(await refusal(get('folder/a', '0000000000000000'))).toMatchObject({ code: 'NoSuchVersion', status: 404 });
  expect(await refusal(get('folder/a', '../a'))).toMatchObject({ code: 'InvalidArgument', status: 400 });

  const removal = await remove('folder/a', marker);
  expect(removal).toMatchObject({ DeleteMarker: true, VersionId: marker });
  expect(await get('folder/a')).toBe('second');
  const CopySource = `${Bucket}/folder/a?versionId=${first}`;
  const copy = await client.send(new CopyObjectCommand({ Bucket, Key: 'folder/a', CopySource }));
  expect(copy.CopySourceVersionId).toBe(first);
  expect([await get('folder/a'), await get('folder/a', copy.VersionId), await get('folder/a', second)]).toEqual([
    'first',
    'first',
    'second',
  ]);
  expect(await get('folder/a/b')).toBe('below the key of another');
});

test('a deleted version is gone for good, and the one before it is current', async () => {
  await s3.engine.ensureBucket({ name: Bucket, versioned: true });
  const versions = [await put('a', '1'), await put('a', '2'), await put('a', '3')];
  await remove('a', versions[2]);
  expect(await get('a')).toBe('2');
  await remove('a', versions[0]);
  expect(await get('a')).toBe('2');
  await remove('a', versions[0]);
  await remove('a', versions[1]);
  expect(await refusal(get('a'))).toMatchObject({ code: 'NoSuchKey' });
  expect(await listed()).toEqual([]);
  const files = readdirSync(join(s3.dir, Bucket), { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['bucket.json']);
});

test('many versions are deleted in one call, each by its id', async () => {
  await s3.engine.ensureBucket({ name: Bucket, versioned: true });
  const version = await put('a', '1');
  await put('b', '1');
  const { VersionId: marker } = await remove('a');
  const Objects = [{ Key: 'a', VersionId: version }, { Key: 'a', VersionId: marker }, { Key: 'b' }];
  const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  expect(Errors).toBeUndefined();
  expect(Deleted).toEqual([
    { Key: 'a', VersionId: version },
    { Key: 'a', VersionId: marker, DeleteMarker: true, DeleteMarkerVersionId: marker },
    { Key: 'b', DeleteMarker: true, DeleteMarkerVersionId: expect.any(String) },
  ]);
  expect(await listed()).toEqual(['b object', 'b marker latest']);
});

test('versions are listed by key and newest first, page by page, and by prefix and delimiter', async () => {
  await s3.engine.ensureBucket({ name: Bucket, versioned: true });
  const written: [string, string][] = [];
  for (const text of ['1', '2', '3']) {
    for (const key of ['a', 'b/1', 'b/2', 'c']) written.push([key, await put(key, text)]);
  }
  await remove('c');
  const found: string[] = [];
  let page: Partial<ListObjectVersionsCommandOutput> = {};
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    const next = await client.send(new ListObjectVersionsCommand({ Bucket, MaxKeys: 2, KeyMarker, VersionIdMarker }));
    for (const { Key, VersionId } of next.Versions ?? []) found.push(`${Key} ${VersionId}`);
    page = next;
  } while (page.IsTruncated);
  const expected = [...written].reverse().sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  expect(found).toEqual(expected.map(([key, version]) => `${key} ${version}`));
  expect(await listed('c')).toEqual(['c object', 'c object', 'c object', 'c marker latest']);
  const grouped = await client.send(new ListObjectVersionsCommand({ Bucket, Delimiter: '/' }));
  expect(grouped.CommonPrefixes).toEqual([{ Prefix: 'b/' }]);
  expect(grouped.Versions?.map(({ Key }) => Key)).toEqual(['a', 'a', 'a', 'c', 'c', 'c']);
});

test('versions expire when the days after their replacement are over, and so do delete markers without older versions', async () => {
  const lifecycle = [
    { noncurrentDays: 2, expiredObjectDeleteMarker: true },
    { prefix: 'short/', expirationDays: 1 },
  ];
  await s3.engine.ensureBucket({
    name: Bucket,
    versioned: true,
    lifecycle,
    notifications: [{ events: ['s3:ObjectRemoved:*', 's3:LifecycleExpiration:*'], queueArn: 'arn:q' }],
  });
  await put('kept', '1');
  await put('gone', '1');
  await put('short/a', '1');
  s3.clock.advance(10 * day);
  client = s3.client();
  await client.send(new ListObjectsV2Command({ Bucket })).catch(() => {});
  await put('kept', '2');
  await remove('gone');
  expect(await s3.engine.applyLifecycle()).toEqual({ expiredObjects: 1, abortedUploads: 0, expiredVersions: 0 });
  expect(await listed()).toHaveLength(6);
  s3.clock.advance(3 * day);
  expect(await s3.engine.applyLifecycle()).toEqual({ expiredObjects: 0, abortedUploads: 0, expiredVersions: 5 });
  expect(await listed()).toEqual(['kept object latest']);
  expect(await get('kept')).toBe('2');
  await eventually(() => expect(s3.notifications).toHaveLength(8));
  const names = s3.notifications.map(({ body }) => JSON.parse(body).Records?.[0].eventName as string);
  expect(new Set(names.slice(1))).toEqual(
    new Set([
      'ObjectRemoved:DeleteMarkerCreated',
      'LifecycleExpiration:DeleteMarkerCreated',
      'LifecycleExpiration:Delete',
    ]),
  );
});
