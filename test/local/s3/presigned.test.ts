import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpRefusal, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;

beforeAll(async () => {
  s3 = await startTestEngine();
});
beforeEach(() => {
  client = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
});
afterAll(() => s3.stop());

const putUrl = (Key: string, more = {}, options = {}) =>
  getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ...more }), options);
const getUrl = (Key: string, options = {}) => getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), options);
const put = (url: string, body: string, headers = {}) => fetch(url, { method: 'PUT', body, headers });

describe('presigned URLs', () => {
  test('upload and download, as in a browser', async () => {
    const put = await fetch(await putUrl('a b/ü.txt'), {
      method: 'PUT',
      body: 'wheat',
      headers: { 'content-type': 'text/plain' },
    });
    expect(put.status).toBe(200);
    expect(put.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    const got = await fetch(await getUrl('a b/ü.txt'));
    expect([await got.text(), got.headers.get('content-type')]).toEqual(['wheat', 'text/plain']);
    const head = await fetch(await getSignedUrl(client, new HeadObjectCommand({ Bucket, Key: 'a b/ü.txt' })), {
      method: 'HEAD',
    });
    expect(head.headers.get('content-length')).toBe('5');
    const removed = await fetch(await getSignedUrl(client, new DeleteObjectCommand({ Bucket, Key: 'a b/ü.txt' })), {
      method: 'DELETE',
    });
    expect(removed.status).toBe(204);
    expect((await fetch(await getUrl('a b/ü.txt'))).status).toBe(404);
  });

  test('carry metadata in the query', async () => {
    const url = await putUrl('described', { Metadata: { grower: '7' } });
    expect(new URL(url).searchParams.get('x-amz-meta-grower')).toBe('7');
    expect((await put(url, 'x')).status).toBe(200);
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'described' }));
    expect(head).toMatchObject({ Metadata: { grower: '7' } });
  });

  test('sign an exact length and type on request', async () => {
    const url = await putUrl(
      'exact',
      { ContentLength: 5, ContentType: 'text/plain' },
      { signableHeaders: new Set(['content-type', 'content-length']) },
    );
    expect(await httpRefusal(await put(url, 'longer than five', { 'content-type': 'text/plain' }))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect((await put(url, 'wheat', { 'content-type': 'text/plain' })).status).toBe(200);
  });

  test('upload parts', async () => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
    const url = await getSignedUrl(client, new UploadPartCommand({ Bucket, Key: 'parts', UploadId, PartNumber: 1 }));
    const answer = await put(url, 'part');
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"/)]);
  });
});

describe('a presigned URL is refused', () => {
  test("when it has expired, by the engine's clock", async () => {
    const url = await putUrl('late', {}, { expiresIn: 60 });
    s3.clock.advance(59_000);
    expect((await put(url, 'in time')).status).toBe(200);
    s3.clock.advance(2_000);
    const answer = await put(url, 'late');
    expect(await httpRefusal(answer)).toEqual({ status: 403, code: 'AccessDenied', message: 'Request has expired' });
  });

  test('when it is not yet valid', async () => {
    const url = await getUrl('early', { signingDate: new Date(s3.clock.now() + 20 * 60_000) });
    expect(await httpRefusal(await fetch(url))).toMatchObject({ status: 403, message: 'Request is not yet valid' });
  });

  test('when its lifetime is more than a week', async () => {
    const url = (await getUrl('week')).replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604801');
    expect(await httpRefusal(await fetch(url))).toMatchObject({
      status: 400,
      code: 'AuthorizationQueryParametersError',
    });
  });

  test('when anything in it is changed or missing', async () => {
    const url = await getUrl('mine');
    expect(await httpRefusal(await fetch(url.replace('/mine?', '/yours?')))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect(await httpRefusal(await fetch(url.replace(/(X-Amz-Signature=)./, '$1x')))).toMatchObject({ status: 403 });
    expect(await httpRefusal(await fetch(`${url}&response-content-type=text/html`))).toMatchObject({ status: 403 });
    expect(await httpRefusal(await fetch(url, { method: 'DELETE' }))).toMatchObject({ code: 'SignatureDoesNotMatch' });
    expect(await httpRefusal(await fetch(url.replace(/&X-Amz-Date=[^&]*/, '')))).toMatchObject({
      code: 'AuthorizationQueryParametersError',
    });
    expect(await httpRefusal(await fetch(url.replace(/X-Amz-Credential=[^&]*/, 'X-Amz-Credential=me')))).toMatchObject({
      status: 400,
    });
  });

  test('when an Authorization header comes with it', async () => {
    const answer = await fetch(await getUrl('both'), { headers: { authorization: 'Bearer owner-token' } });
    expect(await httpRefusal(answer)).toEqual({
      status: 400,
      code: 'InvalidArgument',
      message:
        'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
    });
  });

  test('when it carries the checksum of an empty body and the body is not empty', async () => {
    client = s3.client();
    const url = await putUrl('trap');
    expect(new URL(url).searchParams.get('x-amz-checksum-crc32')).toBe('AAAAAA==');
    expect(await httpRefusal(await put(url, 'wheat'))).toMatchObject({ status: 400, code: 'BadDigest' });
    expect((await fetch(await getUrl('trap'))).status).toBe(404);
    expect((await put(url, '')).status).toBe(200);
  });

  test('when it has an x-amz header that it does not sign', async () => {
    const answer = await put(await putUrl('added'), 'x', { 'x-amz-meta-role': 'admin' });
    expect(await httpRefusal(answer)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});
