import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, sampleBytes, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const body = sampleBytes(400_000);
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;
let etag = '';

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client();
  etag = (await client.send(new PutObjectCommand({ Bucket, Key: 'yield.bin', Body: body }))).ETag ?? '';
});
afterAll(() => s3.stop());

const get = (more = {}) => client.send(new GetObjectCommand({ Bucket, Key: 'yield.bin', ...more }));

describe('ranges', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-99', 10, 100],
    ['bytes=399990-', 399_990, 400_000],
    ['bytes=100-999999', 100, 400_000],
    ['bytes=-1000', 399_000, 400_000],
    ['bytes=-900000', 0, 400_000],
  ])('%s', async (Range, first, end) => {
    const answer = await get({ Range });
    expect(answer.$metadata.httpStatusCode).toBe(206);
    expect(answer.ContentRange).toBe(`bytes ${first}-${end - 1}/400000`);
    expect(answer.ContentLength).toBe(end - first);
    const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(body.subarray(first, end))).toBe(true);
  });

  test('outside of the object are 416 with its size', async () => {
    for (const Range of ['bytes=400000-', 'bytes=-0']) {
      expect(await refusal(get({ Range }))).toMatchObject({ code: 'InvalidRange', status: 416 });
    }
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'yield.bin' }));
    const response = await fetch(url, { headers: { range: 'bytes=500000-' } });
    expect(response.headers.get('content-range')).toBe('bytes */400000');
  });

  test('of several parts, or invalid ones, return the whole object', async () => {
    for (const Range of ['bytes=0-1,5-6', 'rows=1-2', 'bytes=9-3', 'bytes=-']) {
      const answer = await get({ Range });
      expect([answer.$metadata.httpStatusCode, answer.ContentLength]).toEqual([200, 400_000]);
      answer.Body?.transformToByteArray();
    }
  });

  test('with If-Range apply to the same object only', async () => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'yield.bin' }));
    const status = async (condition: string) => {
      const response = await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': condition } });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status(etag)).toBe(206);
    expect(await status('"another"')).toBe(200);
  });
});

describe('conditional reads', () => {
  const [past, future] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  test.each([
    ['If-Match fits', () => ({ IfMatch: etag }), 200],
    ['If-Match differs', () => ({ IfMatch: '"another"' }), 412],
    ['If-None-Match fits', () => ({ IfNoneMatch: etag }), 304],
    ['If-None-Match differs', () => ({ IfNoneMatch: '"another"' }), 200],
    ['If-Modified-Since before', () => ({ IfModifiedSince: past }), 200],
    ['If-Modified-Since after', () => ({ IfModifiedSince: future }), 304],
    ['If-Unmodified-Since before', () => ({ IfUnmodifiedSince: past }), 412],
    ['If-Match wins over If-Unmodified-Since', () => ({ IfMatch: etag, IfUnmodifiedSince: past }), 200],
    ['If-None-Match wins over If-Modified-Since', () => ({ IfNoneMatch: '"x"', IfModifiedSince: future }), 200],
  ])('%s', async (_, conditions, status) => {
    const found = await get(conditions()).then(
      async (answer) => {
        await answer.Body?.transformToByteArray();
        return answer.$metadata.httpStatusCode;
      },
      (error) => error.$metadata.httpStatusCode,
    );
    expect(found).toBe(status);
  });
});

describe('conditional writes', () => {
  const put = (Key: string, more = {}) => client.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...more }));

  test('If-None-Match: * lets one of many writers succeed', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => put('once', { IfNoneMatch: '*' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(put('once', { IfNoneMatch: '*' }))).toMatchObject({ code: 'PreconditionFailed', status: 412 });
  });

  test('If-Match replaces only what the writer has seen', async () => {
    const { ETag } = await put('seen');
    await put('seen', { IfMatch: ETag, Body: 'y' });
    expect(await refusal(put('seen', { IfMatch: ETag }))).toMatchObject({ code: 'PreconditionFailed' });
    expect(await refusal(put('unseen', { IfMatch: ETag }))).toMatchObject({ code: 'NoSuchKey', status: 404 });
  });

  test('apply to removals and copies too', async () => {
    await put('kept');
    const remove = client.send(new DeleteObjectCommand({ Bucket, Key: 'kept', IfMatch: '"another"' }));
    expect(await refusal(remove)).toMatchObject({ code: 'PreconditionFailed' });
    const copy = (more: object) =>
      client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/kept`, ...more }));
    expect(await refusal(copy({ CopySourceIfMatch: '"another"' }))).toMatchObject({ status: 412 });
    expect(await refusal(copy({ CopySourceIfNoneMatch: '*' }))).toMatchObject({ status: 412 });
    await copy({ IfNoneMatch: '*' });
    expect(await refusal(copy({ IfNoneMatch: '*' }))).toMatchObject({ status: 412 });
  });
});
