import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, sampleBytes, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client();
});
afterAll(() => s3.stop());

const put = (Key: string, Body: string | Buffer = 'wheat', more = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const md5 = (data: string) => createHash('md5').update(data).digest('hex');
const text = async (Key: string, more = {}) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return Body?.transformToString();
};

describe('buckets', () => {
  test('are listed, found and located', async () => {
    const { Buckets } = await client.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
    await client.send(new HeadBucketCommand({ Bucket }));
    expect((await client.send(new GetBucketLocationCommand({ Bucket }))).LocationConstraint).toBeUndefined();
    expect(await refusal(client.send(new HeadBucketCommand({ Bucket: 'absent' })))).toMatchObject({ status: 404 });
    expect(await refusal(client.send(new PutObjectCommand({ Bucket: 'absent', Key: 'a' })))).toMatchObject({
      code: 'NoSuchBucket',
    });
  });

  test('whose name points outside of the folder are refused', async () => {
    await expect(s3.engine.ensureBucket({ name: '../up' })).rejects.toThrow('"../up" cannot be the name of a bucket');
  });
});

describe('objects', () => {
  test('are returned as they were stored, with all of their metadata', async () => {
    const answer = await put('north/field.json', 'corn', {
      ContentType: 'application/json',
      CacheControl: 'no-cache',
      ContentDisposition: 'attachment; filename="f.json"',
      ContentEncoding: 'identity',
      Metadata: { grower: 'Greenfield' },
      ServerSideEncryption: 'aws:kms',
      SSEKMSKeyId: 'key-1',
    });
    expect(answer).toMatchObject({
      ETag: `"${md5('corn')}"`,
      ServerSideEncryption: 'aws:kms',
      SSEKMSKeyId: 'key-1',
    });
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'north/field.json' }));
    expect(head).toMatchObject({
      ContentLength: 4,
      ContentType: 'application/json',
      CacheControl: 'no-cache',
      ContentDisposition: 'attachment; filename="f.json"',
      ContentEncoding: 'identity',
      Metadata: { grower: 'Greenfield' },
      ServerSideEncryption: 'aws:kms',
    });
    expect(Math.abs((head.LastModified?.getTime() ?? 0) - Date.now())).toBeLessThan(5_000);
    expect(await text('north/field.json')).toBe('corn');
  });

  test('may be empty, and are replaced as a whole', async () => {
    await put('empty', '');
    expect(await text('empty')).toBe('');
    await put('empty', 'not any more');
    expect(await text('empty')).toBe('not any more');
  });

  test('come from streams, whose aws-chunked framing is removed', async () => {
    const body = sampleBytes(300_000);
    await client.send(
      new PutObjectCommand({ Bucket, Key: 'stream', Body: Readable.from([body]), ContentLength: body.length }),
    );
    const { Body, ContentEncoding } = await client.send(new GetObjectCommand({ Bucket, Key: 'stream' }));
    expect(Buffer.compare(Buffer.from((await Body?.transformToByteArray()) ?? []), body)).toBe(0);
    expect(ContentEncoding).toBeUndefined();
  });

  test('of 20 MB are accepted, with Expect: 100-continue', async () => {
    const body = sampleBytes(20 * 1024 * 1024);
    await put('large', body);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'large' }));
    expect(Buffer.compare(Buffer.from((await Body?.transformToByteArray()) ?? []), body)).toBe(0);
  });

  test('that are replaced during a download arrive as they were when it started', async () => {
    const body = sampleBytes(20 * 1024 * 1024, 3);
    await put('moving', body);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'moving' }));
    await put('moving', 'another');
    expect(Buffer.compare(Buffer.from((await Body?.transformToByteArray()) ?? []), body)).toBe(0);
    expect(await text('moving')).toBe('another');
  });

  test('that are absent are NoSuchKey', async () => {
    expect(await refusal(text('absent'))).toMatchObject({ code: 'NoSuchKey', status: 404 });
    expect(await refusal(client.send(new HeadObjectCommand({ Bucket, Key: 'absent' })))).toMatchObject({
      code: 'NotFound',
      status: 404,
    });
  });

  test('are removed once, and removing again is no error', async () => {
    await put('gone');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
    expect(await refusal(text('gone'))).toMatchObject({ code: 'NoSuchKey' });
  });

  test('are removed many at a time', async () => {
    const keys = Array.from({ length: 120 }, (_, i) => `many/${i} & <${i}>`);
    await Promise.all(keys.map((key) => put(key)));
    const { Deleted, Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(Deleted?.map(({ Key }) => Key)).toEqual(keys);
    expect(Errors).toBeUndefined();
    const quiet = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Quiet: true, Objects: [{ Key: 'many/1' }] } }),
    );
    expect(quiet.Deleted).toBeUndefined();
  });
});

describe('download headers', () => {
  test('can be chosen by the reader', async () => {
    await put('report.csv', 'a,b');
    const answer = await client.send(
      new GetObjectCommand({
        Bucket,
        Key: 'report.csv',
        ResponseContentType: 'text/csv',
        ResponseContentDisposition: 'attachment; filename="März.csv"',
        ResponseCacheControl: 'no-store',
      }),
    );
    expect(answer).toMatchObject({
      ContentType: 'text/csv',
      ContentDisposition: 'attachment; filename="März.csv"',
      CacheControl: 'no-store',
    });
    expect(await refusal(text('report.csv', { ResponseContentType: 'text/csv\r\nx: y' }))).toMatchObject({
      code: 'InvalidArgument',
    });
  });
});

test('tags are refused', async () => {
  expect(await refusal(put('tagged', 'x', { Tagging: 'a=1' }))).toMatchObject({ code: 'NotImplemented', status: 501 });
});

describe('copies', () => {
  test('have the bytes and, by default, the metadata of their source', async () => {
    await put('from/a b+c.txt', 'barley', { Metadata: { soil: 'loam' } });
    const CopySource = `/${Bucket}/from/${encodeURIComponent('a b+c.txt')}`;
    const { CopyObjectResult } = await client.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource }));
    expect(CopyObjectResult?.ETag).toBe(`"${md5('barley')}"`);
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'to' }))).toMatchObject({
      Metadata: { soil: 'loam' },
    });
    await put('from/a b+c.txt', 'replaced');
    expect(await text('to')).toBe('barley');

    await client.send(
      new CopyObjectCommand({ Bucket, Key: 'to', CopySource, MetadataDirective: 'REPLACE', Metadata: { ph: '7' } }),
    );
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'to' }))).Metadata).toEqual({ ph: '7' });
    expect(await text('to')).toBe('replaced');
  });

  test('onto themselves change the metadata of an object, or are refused', async () => {
    await put('self', 'oats');
    const copy = (more: object) =>
      client.send(new CopyObjectCommand({ Bucket, Key: 'self', CopySource: `${Bucket}/self`, ...more }));
    await copy({ MetadataDirective: 'REPLACE', Metadata: { a: 'b' } });
    await copy({ MetadataDirective: 'REPLACE', Metadata: { a: 'c' }, ChecksumAlgorithm: 'SHA256' });
    expect(await text('self')).toBe('oats');
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'self', ChecksumMode: 'ENABLED' }));
    expect(head.ChecksumSHA256).toBe(createHash('sha256').update('oats').digest('base64'));
    expect(await refusal(copy({}))).toMatchObject({ code: 'InvalidRequest', status: 400 });
  });

  test('repeated copies leave nothing but the copy', async () => {
    await put('twice', 'spelt');
    const copy = () => client.send(new CopyObjectCommand({ Bucket, Key: 'copied', CopySource: `${Bucket}/twice` }));
    await copy();
    await copy();
    expect(await text('copied')).toBe('spelt');
    expect(await readdir(join(s3.dir, '.temporary'))).toEqual([]);
  });

  test('of an unknown object are refused', async () => {
    const copy = (CopySource: string) => client.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource }));
    expect(await refusal(copy(`${Bucket}/absent`))).toMatchObject({ code: 'NoSuchKey' });
    expect(await refusal(copy('absent/key'))).toMatchObject({ code: 'NoSuchBucket' });
    expect(await refusal(copy('nonsense'))).toMatchObject({ code: 'InvalidArgument' });
  });
});
