import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type HandMadeRequest, send, sendSigned, sign } from './signing.ts';
import { sampleBytes, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;

beforeAll(async () => {
  s3 = await startTestEngine();
  await s3.client().send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'wheat' }));
});
afterAll(async () => {
  expect((await signed({ target: `/${Bucket}/a` })).text).toBe('wheat');
  await s3.stop();
});

const signed = (request: HandMadeRequest) => sendSigned(s3.engine.endpoint, request);

describe('features that this engine does not have', () => {
  test.each([
    ['GET', `/${Bucket}?lifecycle`, '?lifecycle'],
    ['GET', `/${Bucket}?policy=`, '?policy'],
    ['PUT', `/${Bucket}?lifecycle`, '?lifecycle'],
    ['PUT', `/${Bucket}/a?acl`, '?acl'],
    ['PUT', `/${Bucket}/a?unheard-of`, '?unheard-of'],
    ['POST', `/${Bucket}/a?select&select-type=2`, '?select'],
    ['GET', `/${Bucket}/a?tagging`, '?tagging'],
    ['PUT', `/${Bucket}/a?tagging`, '?tagging'],
    ['DELETE', `/${Bucket}/a?tagging`, '?tagging'],
    ['PUT', '/new-bucket', 'PUT of a bucket'],
    ['DELETE', `/${Bucket}`, 'DELETE of a bucket'],
  ])('%s %s is 501 and named', async (method, target, name) => {
    const answer = await signed({ method, target });
    expect(answer).toMatchObject({ status: 501, code: 'NotImplemented' });
    expect(answer.message).toContain(name);
  });

  test('headers of unknown features are refused as well', async () => {
    const headers = { 'x-amz-server-side-encryption-customer-algorithm': 'AES256' };
    const answer = await signed({ method: 'PUT', target: `/${Bucket}/ssec`, headers });
    expect(answer).toMatchObject({ status: 501, code: 'NotImplemented' });
    const method = await signed({ method: 'PATCH', target: `/${Bucket}/a` });
    expect(method).toMatchObject({ status: 405, code: 'MethodNotAllowed' });
  });
});

describe('malformed requests', () => {
  test.each([
    ['a path that is not UTF-8', { target: `/${Bucket}/%ff` }, 'InvalidURI'],
    ['a path with a broken escape', { target: `/${Bucket}/%zz` }, 'InvalidURI'],
    ['a query with a broken escape', { target: `/${Bucket}?prefix=%` }, 'InvalidURI'],
  ])('%s', async (_, request, code) => {
    expect(await send(s3.engine.endpoint, request)).toMatchObject({ status: 400, code });
  });

  test.each([
    ['nothing', ''],
    ['no XML', 'hello'],
    ['an unclosed element', '<Delete><Object>'],
    ['crossed elements', '<Delete><Object></Delete></Object>'],
    ['another root', '<Remove><Object><Key>a</Key></Object></Remove>'],
    ['two roots', '<Delete/><Delete/>'],
    ['no key', '<Delete><Object></Object></Delete>'],
    ['an entity of its own', '<!DOCTYPE d [<!ENTITY e "a">]><Delete><Object><Key>&e;</Key></Object></Delete>'],
    ['an unknown entity', '<Delete><Object><Key>&constructor;</Key></Object></Delete>'],
    ['a surrogate', '<Delete><Object><Key>&#xD800;</Key></Object></Delete>'],
    ['great depth', '<a>'.repeat(50_000)],
    ['too many keys', `<Delete>${'<Object><Key>k</Key></Object>'.repeat(1001)}</Delete>`],
  ])('XML: %s', async (_, body) => {
    const headers = { 'x-amz-checksum-algorithm': 'none' };
    const answer = await signed({ method: 'POST', target: `/${Bucket}?delete`, body, headers });
    expect(answer).toMatchObject({ status: 400, code: 'MalformedXML' });
  });

  test('a list of keys needs a digest, and a limit on its length', async () => {
    expect(await signed({ method: 'POST', target: `/${Bucket}?delete`, body: '<Delete/>' })).toMatchObject({
      code: 'InvalidRequest',
    });
    const headers = { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    const body = Buffer.alloc(3_000_000, ' ');
    expect(await signed({ method: 'POST', target: `/${Bucket}?delete`, body, headers })).toMatchObject({
      code: 'EntityTooLarge',
    });
  });

  test('metadata beyond 2 KB and bodies without a length are refused', async () => {
    const headers = { 'x-amz-meta-long': 'x'.repeat(2_100) };
    expect(await signed({ method: 'PUT', target: `/${Bucket}/m`, headers })).toMatchObject({
      code: 'MetadataTooLarge',
    });
    const huge = { 'content-length': String(6 * 1024 ** 3) };
    const { headers: authorized } = sign(s3.engine.endpoint, { method: 'PUT', target: `/${Bucket}/m` });
    const answer = await raw(`PUT /${Bucket}/m HTTP/1.1`, { ...authorized, ...huge }, '');
    expect(answer).toContain('EntityTooLarge');
    const { headers: chunked } = sign(s3.engine.endpoint, { method: 'PUT', target: `/${Bucket}/m` });
    const unknown = await raw(`PUT /${Bucket}/m HTTP/1.1`, { ...chunked, 'transfer-encoding': 'chunked' }, '0\r\n\r\n');
    expect(unknown).toContain('411 Length Required');
  });

  test('a request that is not HTTP only ends its connection', async () => {
    expect(await raw('\u0000\u0001nonsense', {}, '')).toContain('400 Bad Request');
  });
});

describe('clients that disconnect', () => {
  test('midway through an upload leave nothing', async () => {
    for (const key of ['half', 'half?partNumber=1&uploadId=none']) {
      const { headers } = sign(s3.engine.endpoint, {
        method: 'PUT',
        target: `/${Bucket}/${key}`,
        payload: 'UNSIGNED-PAYLOAD',
      });
      const socket = open(`PUT /${Bucket}/${key} HTTP/1.1`, { ...headers, 'content-length': '1000000' });
      socket.write(Buffer.alloc(200_000));
      await pause(50);
      socket.destroy();
    }
    await eventually(async () => expect(await readdir(join(s3.dir, '.temporary'))).toEqual([]));
    expect((await signed({ target: `/${Bucket}/half` })).status).toBe(404);
  });

  test.runIf(process.platform === 'linux')('midway through a download leave no file open', async () => {
    const client = s3.client();
    await client.send(new PutObjectCommand({ Bucket, Key: 'large', Body: sampleBytes(8_000_000) }));
    const openFiles = async () => (await readdir('/proc/self/fd')).length;
    const before = await openFiles();
    for (let i = 0; i < 10; i++) {
      const controller = new AbortController();
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'large' }), {
        abortSignal: controller.signal,
      });
      (Body as { destroy?: () => void }).destroy?.();
      controller.abort();
    }
    await eventually(async () => expect(await openFiles()).toBeLessThanOrEqual(before + 1));
  });

  test('and wait for 100-continue are refused before they send', async () => {
    const { headers } = sign(s3.engine.endpoint, { method: 'PUT', target: `/${Bucket}/e`, secret: 'wrong' });
    const answer = await raw(
      `PUT /${Bucket}/e HTTP/1.1`,
      { ...headers, expect: '100-continue', 'content-length': '9' },
      '',
    );
    expect(answer).toMatch(/^HTTP\/1.1 403/);
    expect(answer.toLowerCase()).toContain('connection: close');
  });
});

test('a refused upload keeps the connection for the next request', async () => {
  const client = s3.client();
  const wrong = Buffer.alloc(200_000);
  for (let i = 0; i < 3; i++) {
    await expect(
      client.send(new PutObjectCommand({ Bucket, Key: 'w', Body: wrong, ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })),
    ).rejects.toMatchObject({ name: 'BadDigest' });
    await client.send(new PutObjectCommand({ Bucket, Key: 'w', Body: 'right' }));
  }
});

function open(firstLine: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(s3.engine.endpoint);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[firstLine, ...lines].join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Sends bytes unchanged and returns what arrives within a moment. */
async function raw(firstLine: string, headers: Record<string, string>, body: string): Promise<string> {
  const socket = open(firstLine, headers);
  socket.write(body);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await eventually(() => expect(answer).toContain('\r\n\r\n'));
  socket.destroy();
  return answer;
}
