import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Change, openJournal } from '../../../local/s3/files/journal.ts';
import type { ObjectRecord } from '../../../local/s3/files/object-record.ts';
import { eventually } from '../../eventually.ts';
import { startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;

beforeEach(async () => {
  s3 = await startTestEngine();
  await s3.client().send(new PutObjectCommand({ Bucket, Key: 'a/b', Body: 'old' }));
  await s3.engine.close();
});
afterEach(() => s3.stop());

const record: ObjectRecord = {
  key: 'a/b',
  size: 5,
  etag: 'e',
  lastModified: 0,
  attributes: { headers: {}, metadata: {}, encryption: {}, storageClass: 'STANDARD' },
};
const notifications = [{ queueArn: 'q', body: '"told"' }];

/** Puts the folder into the state of an engine that was killed after it had started a change. */
const begin = (change: Partial<Change>) => {
  const journal = openJournal(join(s3.dir, '.journal'), false);
  journal.begin(journal.nextSequence(), { bucket: Bucket, key: 'a/b', notifications, ...change });
};
const newData = () => {
  writeFileSync(join(s3.dir, '.temporary/new'), 'newer');
  return '.temporary/new';
};
const dataFile = () => join(s3.dir, Bucket, 'objects/a/b');
const metaFile = () => join(s3.dir, Bucket, 'meta/a/b%.json');
const text = async () =>
  (await s3.client().send(new GetObjectCommand({ Bucket, Key: 'a/b' }))).Body?.transformToString();
const isNotified = () => eventually(() => expect(s3.notifications.map(({ body }) => body)).toEqual(['"told"']));

test('a change that was only started is made at the next start', async () => {
  begin({ record, data: newData() });
  await s3.restart();
  expect(await text()).toBe('newer');
  await isNotified();
  expect(readdirSync(join(s3.dir, '.journal/commits'))).toEqual([]);
});

test('a change whose record was half written is made', async () => {
  begin({ record, data: newData() });
  writeFileSync(metaFile(), '{"key":"a/');
  await s3.restart();
  expect(await text()).toBe('newer');
  await isNotified();
});

test('a change whose data was placed already is only finished', async () => {
  begin({ record, data: '.temporary/moved-away' });
  writeFileSync(dataFile(), 'newer');
  await s3.restart();
  expect(await text()).toBe('newer');
  await isNotified();
});

test('a removal is completed, wherever it stopped', async () => {
  begin({});
  await s3.restart();
  await expect(text()).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect([existsSync(dataFile()), existsSync(metaFile())]).toEqual([false, false]);
  await isNotified();
});

test('a change whose start was not written completely is dropped', async () => {
  writeFileSync(join(s3.dir, '.journal/commits/0000020000000001'), '{"bucket":"fields","key":"a/b","rec');
  newData();
  await s3.restart();
  expect(await text()).toBe('old');
  expect(readdirSync(join(s3.dir, '.temporary'))).toEqual([]);
  expect(s3.notifications).toEqual([]);
});

test('an engine that waits for the disk works like any other', async () => {
  await s3.restart({ sync: true });
  await s3.client().send(new PutObjectCommand({ Bucket, Key: 'a/b', Body: 'on disk' }));
  expect(await text()).toBe('on disk');
});

test('a change that the disk refuses is not made, now or later', async () => {
  await s3.restart();
  const client = s3.client();
  // A folder at the path of the record's file makes writing it fail after the change was started.
  mkdirSync(join(s3.dir, Bucket, 'meta/blocked%.json'), { recursive: true });
  const faults: unknown[] = [];
  await s3.restart({ report: (fault) => void faults.push(fault) });
  const put = s3.client({ maxAttempts: 1 }).send(new PutObjectCommand({ Bucket, Key: 'blocked', Body: 'x' }));
  await expect(put).rejects.toMatchObject({ name: 'InternalError' });
  expect(faults).toHaveLength(1);
  expect(readdirSync(join(s3.dir, '.journal/commits'))).toEqual([]);
  client.destroy();
  const head = s3.client().send(new HeadObjectCommand({ Bucket, Key: 'blocked' }));
  await expect(head).rejects.toMatchObject({ name: 'NotFound' });
});
