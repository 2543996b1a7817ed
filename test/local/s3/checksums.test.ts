import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ChecksumAlgorithm,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checksumOfParts, startChecksum } from '../../../local/s3/request/checksums.ts';
import { processorMilliseconds } from '../../processor-time.ts';
import { sendSigned } from './signing.ts';
import { refusal, sampleBytes, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const partSize = 5 * 1024 * 1024;
const algorithms: ChecksumAlgorithm[] = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'];
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client();
});
afterAll(() => s3.stop());

const compute = (algorithm: (typeof algorithms)[number], data: Buffer) => {
  const checksum = startChecksum(algorithm as 'CRC32');
  checksum.update(data);
  return checksum.digest();
};
const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));

describe('the computation', () => {
  test('gives the published check values of "123456789"', () => {
    const check = (algorithm: (typeof algorithms)[number]) =>
      compute(algorithm, Buffer.from('123456789')).toString('hex');
    expect(check('CRC32')).toBe('cbf43926');
    expect(check('CRC32C')).toBe('e3069283');
    expect(check('CRC64NVME')).toBe('ae8b14860a799888');
  });

  test('does not depend on how the bytes are split, and joins parts', () => {
    const data = sampleBytes(1000);
    fc.assert(
      fc.property(
        fc.constantFrom('CRC32', 'CRC32C', 'CRC64NVME'),
        fc.array(fc.nat(1000), { maxLength: 4 }),
        (algorithm, cuts) => {
          const whole = compute(algorithm, data).toString('base64');
          const bounds = [0, ...cuts.sort((a, b) => a - b), 1000];
          const pieces = bounds.slice(1).map((end, i) => data.subarray(bounds[i], end));
          const running = startChecksum(algorithm);
          for (const piece of pieces) running.update(piece);
          expect(running.digest().toString('base64')).toBe(whole);
          const parts = pieces.map((piece) => ({
            checksum: compute(algorithm, piece).toString('base64'),
            size: piece.length,
          }));
          expect(checksumOfParts(algorithm, 'FULL_OBJECT', parts).value).toBe(whole);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe.each(algorithms)('%s', (algorithm) => {
  const name = `Checksum${algorithm}` as 'ChecksumCRC32';
  const data = sampleBytes(100_003);
  const expected = compute(algorithm, data).toString('base64');

  test('of a body is verified, stored and returned on demand', async () => {
    const Key = `sum/${algorithm}`;
    const put = await client.send(new PutObjectCommand({ Bucket, Key, Body: data, ChecksumAlgorithm: algorithm }));
    expect(put[name]).toBe(expected);
    expect(await head(Key)).toMatchObject({ [name]: expected, ChecksumType: 'FULL_OBJECT' });
    const plain = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(plain[name]).toBeUndefined();
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect((await Body?.transformToByteArray())?.length).toBe(data.length);
  });

  test('of a stream is verified in its trailer', async () => {
    const Body = Readable.from([data.subarray(0, 60_000), data.subarray(60_000)]);
    const put = await client.send(
      new PutObjectCommand({ Bucket, Key: 's', Body, ContentLength: data.length, ChecksumAlgorithm: algorithm }),
    );
    expect(put[name]).toBe(expected);
  });

  test('that is wrong is refused, and nothing is stored', async () => {
    const wrong = compute(algorithm, Buffer.from('something else')).toString('base64');
    const put = (value: string) =>
      client.send(new PutObjectCommand({ Bucket, Key: 'wrong', Body: data, [name]: value }));
    expect(await refusal(put(wrong))).toMatchObject({ code: 'BadDigest', status: 400 });
    expect(await refusal(put('AAA='))).toMatchObject({ code: 'InvalidRequest', status: 400 });
    expect(await refusal(head('wrong'))).toMatchObject({ status: 404 });
  });

  test('of a multipart upload is that of the parts, or of the whole', async () => {
    const body = sampleBytes(partSize + 17, 7);
    const upload = new Upload({
      client,
      params: { Bucket, Key: 'p', Body: body, ChecksumAlgorithm: algorithm },
      partSize,
    });
    await upload.done();
    const pieces = [body.subarray(0, partSize), body.subarray(partSize)];
    const composite = compute(algorithm, Buffer.concat(pieces.map((piece) => compute(algorithm, piece))));
    expect(await head('p')).toMatchObject(
      algorithm === 'CRC64NVME'
        ? { [name]: compute(algorithm, body).toString('base64'), ChecksumType: 'FULL_OBJECT' }
        : { [name]: `${composite.toString('base64')}-2`, ChecksumType: 'COMPOSITE' },
    );
  });
});

describe('checksums of multipart uploads', () => {
  const begin = async (more: object) =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'm', ...more }))).UploadId;
  const part = (UploadId: string | undefined, more: object = {}, from = client) =>
    from.send(new UploadPartCommand({ Bucket, Key: 'm', UploadId, PartNumber: 1, Body: 'part', ...more }));
  const complete = (UploadId: string | undefined, Parts: CompletedPart[], more: object = {}) =>
    client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key: 'm', UploadId, MultipartUpload: { Parts }, ...more }),
    );

  test('are required for every part when the upload started with one', async () => {
    const UploadId = await begin({ ChecksumAlgorithm: 'CRC32' });
    const silent = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    expect(await refusal(part(UploadId, {}, silent))).toMatchObject({
      code: 'InvalidRequest',
      message: 'Checksum Type mismatch occurred, expected checksum Type: crc32, actual checksum Type: null',
    });
    const { ETag, ChecksumCRC32 } = await part(UploadId);
    expect(await refusal(complete(UploadId, [{ PartNumber: 1, ETag }]))).toMatchObject({ code: 'InvalidRequest' });
    const wrong = [{ PartNumber: 1, ETag, ChecksumCRC32: 'AAAAAA==' }];
    expect(await refusal(complete(UploadId, wrong))).toMatchObject({ code: 'InvalidPart' });
    await complete(UploadId, [{ PartNumber: 1, ETag, ChecksumCRC32 }]);
  });

  test("of the whole object are compared with the client's", async () => {
    const UploadId = await begin({ ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const { ETag } = await part(UploadId, {}, s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' }));
    const ChecksumCRC32 = compute('CRC32', Buffer.from('part')).toString('base64');
    const parts = [{ PartNumber: 1, ETag }];
    expect(await refusal(complete(UploadId, parts, { ChecksumCRC32: 'AAAAAA==' }))).toMatchObject({
      code: 'BadDigest',
    });
    const done = await complete(UploadId, parts, { ChecksumCRC32, ChecksumType: 'FULL_OBJECT' });
    expect(done).toMatchObject({ ChecksumCRC32, ChecksumType: 'FULL_OBJECT' });
  });

  test('have types that some algorithms do not support', async () => {
    const call = begin({ ChecksumAlgorithm: 'SHA256', ChecksumType: 'FULL_OBJECT' });
    expect(await refusal(call)).toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('other digests', () => {
  const put = (headers: Record<string, string>) =>
    sendSigned(s3.engine.endpoint, { method: 'PUT', target: `/${Bucket}/md5`, body: 'wheat', headers });

  test('Content-MD5 is verified', async () => {
    expect(await put({ 'content-md5': createHash('md5').update('wheat').digest('base64') })).toMatchObject({
      status: 200,
    });
    expect(await put({ 'content-md5': createHash('md5').update('rye').digest('base64') })).toMatchObject({
      code: 'BadDigest',
    });
    expect(await put({ 'content-md5': 'short' })).toMatchObject({ code: 'InvalidDigest' });
  });

  test('two checksums, or an unknown one, are refused', async () => {
    const crc = compute('CRC32', Buffer.from('wheat')).toString('base64');
    const sha = compute('SHA1', Buffer.from('wheat')).toString('base64');
    const both = { 'x-amz-checksum-crc32': crc, 'x-amz-checksum-sha1': sha };
    expect(await put(both)).toMatchObject({ status: 400, code: 'InvalidRequest' });
    expect(await put({ 'x-amz-checksum-xxhash64': 'AAAAAAAAAAA=' })).toMatchObject({
      status: 501,
      code: 'NotImplemented',
    });
  });
});

test('checksums are fast enough not to dominate an upload', () => {
  const data = sampleBytes(32 * 1024 * 1024);
  for (const algorithm of ['CRC32', 'CRC32C', 'CRC64NVME']) {
    compute(algorithm as 'CRC32', data.subarray(0, 1024 * 1024));
    const milliseconds = processorMilliseconds(() => compute(algorithm as 'CRC32', data));
    const megabytesPerSecond = 32 / (milliseconds / 1000);
    console.info(`${algorithm}: ${Math.round(megabytesPerSecond)} MB/s`);
    expect(megabytesPerSecond).toBeGreaterThan(60);
  }
});
