import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeText, sha256Hex, signHex, signingKey } from '../../../local/s3/access/signature.ts';
import { decodeChunks } from '../../../local/s3/request/chunked-body.ts';
import { type Signed, send, sendSigned, sign } from './signing.ts';
import { startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;

beforeAll(async () => {
  s3 = await startTestEngine();
});
afterAll(() => s3.stop());

/** Splits bytes anywhere, as a network might. */
async function* inPieces(bytes: Buffer, size: number) {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

const collect = async (source: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('signed chunks', () => {
  // Source: "Transferring payload in multiple chunks", S3 API reference: 66,560 bytes "a" in chunks of 64 KB.
  const scope = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', date: '20130524', region: 'us-east-1', service: 's3' };
  const signing = {
    key: signingKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', scope),
    scope,
    timestamp: '20130524T000000Z',
    seedSignature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  };
  const published = (second: string) =>
    Buffer.concat([
      Buffer.from('10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n'),
      Buffer.alloc(65_536, 'a'),
      Buffer.from(`\r\n400;chunk-signature=${second}\r\n`),
      Buffer.alloc(1024, 'a'),
      Buffer.from('\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n'),
    ]);
  const right = '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497';

  test.each([1, 7, 1000, 100_000])('of the published example are accepted in pieces of %i bytes', async (size) => {
    const decoded = await collect(decodeChunks(inPieces(published(right), size), signing, new Map()));
    expect(decoded.equals(Buffer.alloc(66_560, 'a'))).toBe(true);
  });

  test('with one wrong signature are refused', async () => {
    const wrong = right.replace('0', '1');
    await expect(collect(decodeChunks(inPieces(published(wrong), 1000), signing, new Map()))).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });
});

describe('an aws-chunked upload', () => {
  const put = (body: string, more: Record<string, string> = {}, length = 5) =>
    sendSigned(s3.engine.endpoint, {
      method: 'PUT',
      target: `/${Bucket}/chunked`,
      payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      headers: { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(length), ...more },
      body,
    });
  const get = () => sendSigned(s3.engine.endpoint, { target: `/${Bucket}/chunked` });

  test('is stored without its framing', async () => {
    expect(await put('3\r\nwhe\r\n2\r\nat\r\n0\r\n\r\n')).toMatchObject({ status: 200 });
    const answer = await get();
    expect([answer.text, answer.headers['content-encoding']]).toEqual(['wheat', undefined]);
  });

  test('keeps other encodings', async () => {
    await put('5\r\nwheat\r\n0\r\n\r\n', { 'content-encoding': 'gzip,aws-chunked' });
    expect((await get()).headers['content-encoding']).toBe('gzip');
  });

  test('is checked against the checksum in its trailer', async () => {
    const trailer = { 'x-amz-trailer': 'x-amz-checksum-crc32' };
    const withTrailer = (line: string) => put(`5\r\nwheat\r\n0\r\n${line}\r\n`, trailer);
    expect(await withTrailer('x-amz-checksum-crc32:yZRlqg==\r\n')).toMatchObject({ status: 400, code: 'BadDigest' });
    expect(await withTrailer('')).toMatchObject({ status: 400, code: 'MalformedTrailerError' });
    expect(await withTrailer('no colon\r\n')).toMatchObject({ status: 400, code: 'MalformedTrailerError' });
    expect(await withTrailer('x-amz-checksum-crc32:short\r\n')).toMatchObject({ status: 400, code: 'InvalidRequest' });
  });

  test('is refused when the framing or the length is wrong', async () => {
    for (const body of [
      '5\r\nwheat',
      '5\r\nwheat\r\n',
      'x\r\n',
      '6\r\nwheat\r\n0\r\n\r\n',
      '',
      `${'1'.repeat(9000)}\r\n`,
    ]) {
      expect(await put(body)).toMatchObject({ status: 400, code: 'IncompleteBody' });
    }
    expect(await put('5\r\nwheat\r\n0\r\n\r\n', {}, 4)).toMatchObject({ status: 400, code: 'IncompleteBody' });
    expect(await put('5\r\nwheat\r\n0\r\n\r\n', {}, 6)).toMatchObject({ status: 400, code: 'IncompleteBody' });
    expect(await put('0\r\n\r\n', { 'x-amz-decoded-content-length': '' })).toMatchObject({ status: 411 });
  });
});

describe('a signed aws-chunked upload with a trailer', () => {
  const request = {
    method: 'PUT',
    target: `/${Bucket}/signed`,
    payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    headers: { 'x-amz-decoded-content-length': '5', 'x-amz-trailer': 'x-amz-checksum-sha256' },
  };
  const body = (signed: Signed, text: string, trailerText: string) => {
    const link = (previous: string, kind: string, hashes: string[]) =>
      signHex(signed.key, [kind, signed.timestamp, scopeText(signed.scope), previous, ...hashes].join('\n'));
    const data = link(signed.signature, 'AWS4-HMAC-SHA256-PAYLOAD', [sha256Hex(''), sha256Hex(text)]);
    const end = link(data, 'AWS4-HMAC-SHA256-PAYLOAD', [sha256Hex(''), sha256Hex('')]);
    const trailer = link(end, 'AWS4-HMAC-SHA256-TRAILER', [sha256Hex(`${trailerText}\n`)]);
    return `5;chunk-signature=${data}\r\n${text}\r\n0;chunk-signature=${end}\r\n${trailerText}\r\nx-amz-trailer-signature:${trailer}\r\n\r\n`;
  };
  const sum = (text: string) => `x-amz-checksum-sha256:${Buffer.from(sha256Hex(text), 'hex').toString('base64')}`;
  const put = (change: (body: string) => string) => {
    const signed = sign(s3.engine.endpoint, request);
    return send(s3.engine.endpoint, {
      ...request,
      headers: signed.headers,
      body: change(body(signed, 'wheat', sum('wheat'))),
    });
  };

  test('is accepted, and refused when a byte or the trailer has been changed', async () => {
    expect(await put((body) => body)).toMatchObject({ status: 200 });
    expect(await put((body) => body.replace('wheat', 'wheet'))).toMatchObject({ code: 'SignatureDoesNotMatch' });
    expect(await put((body) => body.replace(sum('wheat'), sum('other')))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect(await put((body) => body.replace(/;chunk-signature=[0-9a-f]+/, ''))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect(await put((body) => body.replace(/x-amz-trailer-signature:.*/, ''))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });
});
