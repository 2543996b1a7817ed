import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BucketNotification } from '../../../local/s3/index.ts';
import { eventually } from '../../eventually.ts';
import { sampleBytes, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const queueArn = 'arn:aws:sqs:us-east-1:000000000000:boundary-conversions';
let s3: TestEngine;
let client: S3Client;

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client();
  await s3.engine.ensureBucket({
    name: Bucket,
    notifications: [
      { id: 'boundaries', events: ['s3:ObjectCreated:*'], prefix: 'incoming/', suffix: '.zip', queueArn },
      {
        events: ['s3:ObjectRemoved:Delete', 's3:LifecycleExpiration:*'],
        prefix: 'incoming/',
        queueArn: `${queueArn}-removed`,
      },
    ],
  });
});
afterEach(async () => {
  await eventually(() => expect(s3.engine.pendingNotifications()).toBe(0));
  s3.notifications.length = 0;
});
afterAll(() => s3.stop());

const records = () => s3.notifications.flatMap(({ body }) => JSON.parse(body).Records ?? []);
const arrived = (count: number) => eventually(() => expect(s3.notifications).toHaveLength(count));
const put = (Key: string, Body: string | Buffer = 'wheat') => client.send(new PutObjectCommand({ Bucket, Key, Body }));

describe('notifications', () => {
  test('start with a test message for every new queue', async () => {
    await arrived(2);
    const [first] = s3.notifications;
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket });
    expect(s3.notifications.map((notification) => notification.queueArn)).toEqual([queueArn, `${queueArn}-removed`]);
  });

  test('do not start again when the same settings are set again', async () => {
    const notifications = [{ events: ['s3:ObjectCreated:*'], queueArn }];
    await s3.engine.ensureBucket({ name: 'again', notifications });
    await arrived(1);
    await s3.engine.ensureBucket({ name: 'again', notifications });
    await s3.restart();
    client = s3.client();
    await s3.engine.ensureBucket({ name: 'again', notifications });
    expect(s3.notifications).toHaveLength(1);
  });

  test("have the shape of S3's, with a URL-encoded key", async () => {
    const { ETag } = await put('incoming/my field+ü (1).zip');
    await arrived(1);
    expect(s3.notifications[0]?.queueArn).toBe(queueArn);
    const [record] = records();
    expect(record).toMatchObject({
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: 'us-east-1',
      eventName: 'ObjectCreated:Put',
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: 'boundaries',
        bucket: { name: Bucket, arn: `arn:aws:s3:::${Bucket}` },
        object: { key: 'incoming/my+field%2B%C3%BC+%281%29.zip', size: 5, eTag: ETag?.replaceAll('"', '') },
      },
    });
    expect(record.eventTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('are sent for their prefix and suffix only', async () => {
    for (const key of ['outgoing/a.zip', 'incoming/a.txt', 'incoming/.zip']) await put(key);
    await arrived(1);
    expect(records()[0].s3.object.key).toBe('incoming/.zip');
  });

  test('name how the object was created', async () => {
    await put('incoming/1.zip');
    await client.send(new CopyObjectCommand({ Bucket, Key: 'incoming/2.zip', CopySource: `${Bucket}/incoming/1.zip` }));
    const Body = sampleBytes(5 * 1024 * 1024 + 1);
    await new Upload({ client, params: { Bucket, Key: 'incoming/3.zip', Body }, partSize: 5 * 1024 * 1024 }).done();
    await arrived(3);
    expect(records().map((record) => record.eventName)).toEqual([
      'ObjectCreated:Put',
      'ObjectCreated:Copy',
      'ObjectCreated:CompleteMultipartUpload',
    ]);
    expect(records()[2].s3.object.size).toBe(Body.length);
  });

  test('are sent for removals, with the removed object', async () => {
    await put('incoming/a.txt');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'incoming/a.txt' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'incoming/a.txt' }));
    await put('incoming/b.txt');
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'incoming/b.txt' }] } }));
    await arrived(2);
    expect(records().map((record) => [record.eventName, record.s3.object.key])).toEqual([
      ['ObjectRemoved:Delete', 'incoming/a.txt'],
      ['ObjectRemoved:Delete', 'incoming/b.txt'],
    ]);
    expect(records()[0].s3.object.size).toBeUndefined();
  });

  test('of one key have increasing sequencers, even over a restart', async () => {
    await put('incoming/s.zip');
    await put('incoming/s.zip');
    await s3.restart();
    client = s3.client();
    await put('incoming/s.zip');
    await arrived(3);
    const sequencers = records().map((record) => record.s3.object.sequencer);
    expect([...sequencers].sort()).toEqual(sequencers);
    expect(new Set(sequencers).size).toBe(3);
  });
});

describe('a queue that refuses a notification', () => {
  test('receives it again until it accepts it', async () => {
    let refusals = 3;
    const taken: BucketNotification[] = [];
    await s3.restart({
      notify: async (notification) => {
        if (refusals-- > 0) throw new Error('no such queue yet');
        taken.push(notification);
      },
    });
    client = s3.client();
    await put('incoming/again.zip');
    await eventually(() => expect(taken).toHaveLength(1));
    expect(s3.engine.pendingNotifications()).toBe(0);
  });

  test('receives it after the next start', async () => {
    await s3.restart({ notify: () => Promise.reject(new Error('the queue is away')) });
    client = s3.client();
    await put('incoming/later.zip');
    expect(s3.engine.pendingNotifications()).toBe(1);
    await s3.restart();
    client = s3.client();
    await arrived(1);
    expect(records()[0].s3.object.key).toBe('incoming/later.zip');
  });
});
