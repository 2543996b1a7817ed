import { Agent } from 'node:http';
import { GetObjectCommand, ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials, region } from '../../../local/credentials.ts';
import { canonicalRequest, sha256Hex, signHex, signingKey, stringToSign } from '../../../local/s3/access/signature.ts';
import { send, sendSigned, sign } from './signing.ts';
import { refusal, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;

beforeAll(async () => {
  s3 = await startTestEngine({
    secretFor: (accessKeyId) => (accessKeyId.startsWith('FURROWSTS') ? `secret of ${accessKeyId}` : undefined),
  });
  await s3.client().send(new PutObjectCommand({ Bucket, Key: 'a b', Body: 'wheat' }));
});
afterAll(() => s3.stop());

describe('the computation', () => {
  // Source: "Examples: signature calculations", S3 API reference.
  const scope = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', date: '20130524', region: 'us-east-1', service: 's3' };
  const key = signingKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', scope);
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': sha256Hex(''),
    'x-amz-date': '20130524T000000Z',
  };
  const signature = (rawPath: string, query: { name: string; value: string }[], more: Record<string, string> = {}) =>
    signHex(
      key,
      stringToSign(
        '20130524T000000Z',
        scope,
        canonicalRequest({
          method: 'GET',
          rawPath,
          query,
          headers: Object.entries({ ...headers, ...more })
            .map(([name, value]) => ({ name, value }))
            .sort((a, b) => (a.name < b.name ? -1 : 1)),
          payload: sha256Hex(''),
        }),
      ),
    );

  test('gives the published signatures', () => {
    expect(signature('/test.txt', [], { range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
    expect(signature('/', [{ name: 'lifecycle', value: '' }])).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    );
    expect(
      signature('/', [
        { name: 'prefix', value: 'J' },
        { name: 'max-keys', value: '2' },
      ]),
    ).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
  });
});

describe('signed requests', () => {
  const get = (more: object = {}) => sendSigned(s3.engine.endpoint, { target: `/${Bucket}/a%20b`, ...more });

  test('pass with the right key, for any path and query', async () => {
    expect(await get()).toMatchObject({ status: 200, text: 'wheat' });
    const odd = '/fields?list-type=2&prefix=a%20b&delimiter=%2F&start-after=%21%27%28%29%2A~';
    expect(await sendSigned(s3.engine.endpoint, { target: odd })).toMatchObject({ status: 200 });
  });

  test('fail with a wrong secret, an unknown key, another region or service', async () => {
    expect(await get({ secret: 'wrong' })).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    expect(await get({ accessKeyId: 'AKIAUNKNOWN' })).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
    expect(await get({ scope: { region: 'eu-west-1' } })).toMatchObject({
      status: 400,
      code: 'AuthorizationHeaderMalformed',
      message: `The authorization header is malformed; the region 'eu-west-1' is wrong; expecting '${region}'`,
    });
    expect(await get({ scope: { service: 'sqs' } })).toMatchObject({ code: 'AuthorizationHeaderMalformed' });
    expect(await get({ scope: { date: '20200101' } })).toMatchObject({ code: 'AuthorizationHeaderMalformed' });
  });

  test('fail when anything signed has been changed', async () => {
    const { headers } = sign(s3.engine.endpoint, { target: `/${Bucket}/a%20b` });
    const changed = await send(s3.engine.endpoint, { target: `/${Bucket}/a%20c`, headers });
    expect(changed).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    const method = await send(s3.engine.endpoint, { method: 'DELETE', target: `/${Bucket}/a%20b`, headers });
    expect(method).toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('fail when an x-amz header was added that is not signed', async () => {
    const answer = await get({ method: 'PUT', body: 'x', unsignedHeaders: { 'x-amz-tagging': 'a=b' } });
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(answer.text).toContain('<HeadersNotSigned>x-amz-tagging</HeadersNotSigned>');
  });

  test('are checked against the SHA-256 of their body', async () => {
    const answer = await sendSigned(s3.engine.endpoint, {
      method: 'PUT',
      target: `/${Bucket}/tampered`,
      payload: sha256Hex('what was signed'),
      body: 'what was sent...',
    });
    expect(answer).toMatchObject({ status: 400, code: 'XAmzContentSHA256Mismatch' });
    expect((await sendSigned(s3.engine.endpoint, { target: `/${Bucket}/tampered` })).status).toBe(404);
  });

  test('may be a quarter of an hour off the clock', async () => {
    const minutes = (count: number) => ({ now: s3.clock.now() + count * 60_000 });
    expect(await get(minutes(14))).toMatchObject({ status: 200 });
    expect(await get(minutes(-14))).toMatchObject({ status: 200 });
    expect(await get(minutes(16))).toMatchObject({ status: 403, code: 'RequestTimeTooSkewed' });
    expect(await get(minutes(-16))).toMatchObject({ status: 403, code: 'RequestTimeTooSkewed' });
  });

  test('without any credential are AccessDenied', async () => {
    for (const target of ['/', `/${Bucket}`, `/${Bucket}/a%20b`, '/absent/key']) {
      expect(await send(s3.engine.endpoint, { target })).toMatchObject({ status: 403, code: 'AccessDenied' });
    }
  });

  test('with other kinds of credential are refused with advice', async () => {
    const withHeader = (authorization: string) =>
      send(s3.engine.endpoint, { target: `/${Bucket}/a%20b`, headers: { authorization } });
    expect(await withHeader('Bearer token')).toMatchObject({ status: 400, code: 'InvalidArgument' });
    expect(await withHeader('AWS key:signature')).toMatchObject({ status: 400, code: 'InvalidRequest' });
    expect(await withHeader('AWS4-HMAC-SHA256 nonsense')).toMatchObject({ code: 'AuthorizationHeaderMalformed' });
    expect(await withHeader('AWS4-ECDSA-P256-SHA256 Credential=a')).toMatchObject({ status: 400 });
  });
});

describe('clients', () => {
  test('of assumed roles pass with their session token', async () => {
    const client = s3.client({
      credentials: { accessKeyId: 'FURROWSTS1', secretAccessKey: 'secret of FURROWSTS1', sessionToken: 'token' },
    });
    expect((await client.send(new ListBucketsCommand({}))).Buckets).toHaveLength(1);
    const wrong = s3.client({
      credentials: { accessKeyId: 'FURROWSTS1', secretAccessKey: 'no', sessionToken: 'token' },
    });
    expect(await refusal(wrong.send(new ListBucketsCommand({})))).toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('may put the bucket into the host name', async () => {
    const { port } = new URL(s3.engine.endpoint);
    const httpAgent = new Agent({
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
    });
    for (const endpoint of [`http://localhost:${port}`, `http://s3.us-east-1.amazonaws.com:${port}`]) {
      const client = new S3Client({
        endpoint,
        region,
        credentials,
        requestHandler: { httpAgent },
      });
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'a b' }));
      expect(await Body?.transformToString()).toBe('wheat');
      client.destroy();
    }
  });
});
