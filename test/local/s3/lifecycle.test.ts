import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const day = 24 * 60 * 60 * 1000;
let s3: TestEngine;

beforeAll(async () => {
  s3 = await startTestEngine();
  await s3.engine.ensureBucket({
    name: Bucket,
    lifecycle: [{ prefix: 'incoming/', expirationDays: 7 }, { abortIncompleteMultipartUploadDays: 1 }],
    notifications: [{ events: ['s3:ObjectRemoved:*', 's3:LifecycleExpiration:*'], queueArn: 'arn:q' }],
  });
});
afterAll(() => s3.stop());

test('expired objects are deleted at the first midnight after their days, and nothing else', async () => {
  const client = s3.client();
  for (const Key of ['incoming/a', 'incoming/b', 'artefacts/a']) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  }
  await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'artefacts/begun' }));
  // The SDK's clock is late; it corrects itself by the Date of the first refusal.
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
  const keys = async () => (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key);

  expect(await s3.engine.applyLifecycle()).toEqual({ expiredObjects: 0, abortedUploads: 0, expiredVersions: 0 });
  s3.clock.advance(2 * day);
  expect(await s3.engine.applyLifecycle()).toEqual({ expiredObjects: 0, abortedUploads: 1, expiredVersions: 0 });
  expect(await uploads()).toEqual([]);
  expect(await keys()).toEqual(['artefacts/a', 'incoming/a', 'incoming/b']);
  const untilMidnight = (day - ((s3.clock.now() + 5 * day) % day)) % day;
  s3.clock.advance(5 * day + untilMidnight - 60_000);
  expect((await s3.engine.applyLifecycle()).expiredObjects).toBe(0);
  s3.clock.advance(60_000);
  expect(await s3.engine.applyLifecycle()).toEqual({ expiredObjects: 2, abortedUploads: 0, expiredVersions: 0 });
  expect(await keys()).toEqual(['artefacts/a']);
  await eventually(() => expect(s3.notifications).toHaveLength(3));
  expect(s3.notifications.map(({ body }) => JSON.parse(body).Records?.[0].eventName)).toEqual([
    undefined,
    'LifecycleExpiration:Delete',
    'LifecycleExpiration:Delete',
  ]);
});
