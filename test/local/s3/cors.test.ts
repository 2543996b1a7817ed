import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from './signing.ts';
import { httpRefusal, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const app = 'https://app.example.org';
let s3: TestEngine;

beforeAll(async () => {
  s3 = await startTestEngine();
  await s3.engine.ensureBucket({
    name: Bucket,
    cors: [
      {
        allowedOrigins: ['*'],
        allowedMethods: ['GET', 'HEAD', 'PUT'],
        allowedHeaders: ['content-type', 'x-amz-*'],
        exposedHeaders: ['ETag', 'Content-Range'],
        maxAgeSeconds: 600,
      },
    ],
  });
  await s3.engine.ensureBucket({
    name: 'strict',
    cors: [{ allowedOrigins: ['https://*.example.org'], allowedMethods: ['PUT'], allowedHeaders: ['*'] }],
  });
  await s3.engine.ensureBucket({ name: 'closed' });
});
afterAll(() => s3.stop());

const preflight = (bucket: string, origin: string | undefined, method: string, asked?: string) =>
  send(s3.engine.endpoint, {
    method: 'OPTIONS',
    target: `/${bucket}/some/key`,
    headers: {
      ...(origin && { origin }),
      'access-control-request-method': method,
      ...(asked && { 'access-control-request-headers': asked }),
    },
  });

describe('a preflight', () => {
  test('is answered without a signature', async () => {
    const answer = await preflight(Bucket, app, 'PUT', 'Content-Type, x-amz-meta-grower');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, PUT',
      'access-control-allow-headers': 'content-type, x-amz-meta-grower',
      'access-control-expose-headers': 'ETag, Content-Range',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('names the origin when not all are allowed', async () => {
    const answer = await preflight('strict', app, 'PUT', 'anything');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'anything',
    });
  });

  test('is refused for another origin, method or header, or when the bucket has no CORS', async () => {
    for (const answer of [
      await preflight('strict', 'https://example.com', 'PUT'),
      await preflight('strict', app, 'GET'),
      await preflight(Bucket, app, 'DELETE'),
      await preflight(Bucket, app, 'PUT', 'authorization'),
      await preflight('closed', app, 'GET'),
    ]) {
      expect(answer).toMatchObject({ status: 403, code: 'AccessForbidden' });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(await preflight(Bucket, undefined, 'PUT')).toMatchObject({ status: 400, code: 'BadRequest' });
  });
});

describe('a response', () => {
  test('to an allowed origin has its headers, even to Origin: null and for an error', async () => {
    const client = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'from-browser' }));
    const put = await fetch(url, { method: 'PUT', body: 'wheat', headers: { origin: 'null' } });
    expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(put.headers.get('access-control-expose-headers')).toBe('ETag, Content-Range');

    const missing = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'missing' }));
    const error = await fetch(missing, { headers: { origin: app } });
    expect(error.headers.get('access-control-allow-origin')).toBe('*');
    expect(await httpRefusal(error)).toMatchObject({ status: 404, code: 'NoSuchKey' });
    const unsigned = await fetch(`${s3.engine.endpoint}/${Bucket}/x`, { headers: { origin: app } });
    expect([unsigned.status, unsigned.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
  });

  test('to any other origin, or to none, has no headers', async () => {
    const client = s3.client();
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'strict', Key: 'x' }));
    for (const headers of [{}, { origin: 'https://example.com' }]) {
      const answer = await fetch(url, { headers });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      await answer.text();
    }
  });
});
