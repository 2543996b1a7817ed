import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  paginateListParts,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, sampleBytes, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const partSize = 5 * 1024 * 1024;
const body = sampleBytes(2 * partSize + 1234);
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
});
afterAll(() => s3.stop());

const create = async (Key: string, more = {}) =>
  (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))).UploadId ?? '';
const part = (Key: string, UploadId: string, PartNumber: number, Body: Buffer | string) =>
  client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
const complete = (Key: string, UploadId: string, Parts: CompletedPart[], more = {}) =>
  client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }));
const bytes = async (Key: string, more = {}) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};
const threeParts = async (Key: string, more = {}) => {
  const UploadId = await create(Key, more);
  const parts: CompletedPart[] = [];
  for (const PartNumber of [3, 1, 2]) {
    const piece = body.subarray((PartNumber - 1) * partSize, PartNumber * partSize);
    parts.push({ PartNumber, ETag: (await part(Key, UploadId, PartNumber, piece)).ETag });
  }
  return { UploadId, parts: parts.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0)) };
};

describe('a multipart upload', () => {
  test('becomes one object with the attributes of its start', async () => {
    const { UploadId, parts } = await threeParts('map.tif', { ContentType: 'image/tiff', Metadata: { a: 'b' } });
    const { ETag, Location } = await complete('map.tif', UploadId, parts);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    expect(Location).toBe(`${s3.engine.endpoint}/${Bucket}/map.tif`);
    expect((await bytes('map.tif')).equals(body)).toBe(true);
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'map.tif' }))).toMatchObject({
      ContentType: 'image/tiff',
      ContentLength: body.length,
      Metadata: { a: 'b' },
      ETag,
    });
    expect((await bytes('map.tif', { Range: `bytes=${partSize - 2}-${partSize + 1}` })).length).toBe(4);
    expect(await readdir(join(s3.dir, Bucket, 'multipart'))).toEqual([]);
    expect(await readdir(join(s3.dir, '.temporary'))).toEqual([]);
  });

  test('can be read part by part', async () => {
    const { UploadId, parts } = await threeParts('parts.bin');
    await complete('parts.bin', UploadId, parts);
    const second = await client.send(new GetObjectCommand({ Bucket, Key: 'parts.bin', PartNumber: 2 }));
    expect(second).toMatchObject({ PartsCount: 3, ContentLength: partSize });
    expect(
      Buffer.from((await second.Body?.transformToByteArray()) ?? []).equals(body.subarray(partSize, 2 * partSize)),
    ).toBe(true);
    expect(await refusal(bytes('parts.bin', { PartNumber: 4 }))).toMatchObject({ status: 416 });
  });

  test('may leave parts out, repeat parts and be completed twice', async () => {
    const { UploadId, parts } = await threeParts('chosen.bin');
    await part('chosen.bin', UploadId, 2, 'never used');
    const again = await part('chosen.bin', UploadId, 3, 'the end');
    const chosen = [parts[0] ?? {}, { PartNumber: 3, ETag: again.ETag }];
    const first = await complete('chosen.bin', UploadId, chosen);
    expect(
      (await bytes('chosen.bin')).equals(Buffer.concat([body.subarray(0, partSize), Buffer.from('the end')])),
    ).toBe(true);
    expect((await complete('chosen.bin', UploadId, chosen)).ETag).toBe(first.ETag);
  });

  test('is refused when its list of parts is wrong, and can be completed later', async () => {
    const { UploadId, parts } = await threeParts('wrong.bin');
    const [one = {}, two = {}, three = {}] = parts;
    const small = await part('wrong.bin', UploadId, 4, 'too small to be in the middle');
    const late = await part('wrong.bin', UploadId, 5, 'end');
    const attempts: [CompletedPart[], string][] = [
      [[two, one], 'InvalidPartOrder'],
      [[one, one], 'InvalidPartOrder'],
      [[{ ...one, ETag: '"00000000000000000000000000000000"' }], 'InvalidPart'],
      [[one, { PartNumber: 9, ETag: one.ETag }], 'InvalidPart'],
      [[one, { PartNumber: 4, ETag: small.ETag }, { PartNumber: 5, ETag: late.ETag }], 'EntityTooSmall'],
      [[], 'MalformedXML'],
    ];
    for (const [list, code] of attempts) {
      expect(await refusal(complete('wrong.bin', UploadId, list))).toMatchObject({ code, status: 400 });
    }
    expect(await refusal(complete('wrong.bin', UploadId, parts, { MpuObjectSize: 5 }))).toMatchObject({
      code: 'InvalidRequest',
    });
    await complete('wrong.bin', UploadId, [one, two, three]);
    expect((await bytes('wrong.bin')).equals(body)).toBe(true);
  });

  test('honours If-None-Match when it is completed', async () => {
    const { UploadId, parts } = await threeParts('only-new.bin');
    await client.send(new PutObjectCommand({ Bucket, Key: 'only-new.bin', Body: 'first' }));
    expect(await refusal(complete('only-new.bin', UploadId, parts, { IfNoneMatch: '*' }))).toMatchObject({
      code: 'PreconditionFailed',
      status: 412,
    });
    expect((await bytes('only-new.bin')).toString()).toBe('first');
    await complete('only-new.bin', UploadId, parts);
    expect((await bytes('only-new.bin')).equals(body)).toBe(true);
  });

  test('that is aborted is gone, with its parts', async () => {
    const UploadId = await create('aborted');
    await part('aborted', UploadId, 1, 'x');
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'aborted', UploadId }));
    expect(await refusal(part('aborted', UploadId, 2, 'x'))).toMatchObject({ code: 'NoSuchUpload', status: 404 });
    expect(await refusal(complete('aborted', UploadId, [{ PartNumber: 1, ETag: 'x' }]))).toMatchObject({ status: 404 });
    expect(await readdir(join(s3.dir, Bucket, 'multipart'))).not.toContain(UploadId);
  });

  test('survives a restart', async () => {
    const { UploadId, parts } = await threeParts('restarted.bin');
    await s3.restart();
    client = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    await complete('restarted.bin', UploadId, parts);
    expect((await bytes('restarted.bin')).equals(body)).toBe(true);
  });

  test('belongs to its key, and its parts have numbers from 1 to 10,000', async () => {
    const UploadId = await create('mine');
    expect(await refusal(part('yours', UploadId, 1, 'x'))).toMatchObject({ code: 'NoSuchUpload' });
    for (const number of [0, 10_001]) {
      expect(await refusal(part('mine', UploadId, number, 'x'))).toMatchObject({ code: 'InvalidArgument' });
    }
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'mine', UploadId }));
  });
});

describe('lists', () => {
  test('of parts are paged', async () => {
    const UploadId = await create('listed');
    for (const PartNumber of [1, 2, 3, 7, 10]) await part('listed', UploadId, PartNumber, `part ${PartNumber}`);
    const found: unknown[] = [];
    for await (const page of paginateListParts({ client, pageSize: 2 }, { Bucket, Key: 'listed', UploadId })) {
      expect(page.Parts?.length).toBeLessThanOrEqual(2);
      found.push(...(page.Parts ?? []).map(({ PartNumber, Size }) => [PartNumber, Size]));
    }
    expect(found).toEqual([
      [1, 6],
      [2, 6],
      [3, 6],
      [7, 6],
      [10, 7],
    ]);
    const later = await client.send(new ListPartsCommand({ Bucket, Key: 'listed', UploadId, PartNumberMarker: '3' }));
    expect(later.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([7, 10]);
  });

  test('of uploads are narrowed, rolled up and paged', async () => {
    await s3.engine.ensureBucket({ name: 'uploads' });
    const begin = (Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket: 'uploads', Key }));
    for (const key of ['a/1', 'a/2', 'b', 'c', 'c']) await begin(key);
    const list = (more = {}) => client.send(new ListMultipartUploadsCommand({ Bucket: 'uploads', ...more }));
    expect((await list()).Uploads?.map(({ Key }) => Key)).toEqual(['a/1', 'a/2', 'b', 'c', 'c']);
    expect((await list({ Prefix: 'a/' })).Uploads).toHaveLength(2);
    const rolled = await list({ Delimiter: '/' });
    expect(rolled.CommonPrefixes).toEqual([{ Prefix: 'a/' }]);
    expect(rolled.Uploads).toHaveLength(3);
    const first = await list({ MaxUploads: 4 });
    expect(first.IsTruncated).toBe(true);
    const rest = await list({ KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker });
    expect(rest.Uploads?.map(({ Key }) => Key)).toEqual(['c']);
  });
});

test('a part cannot be a copy: the header is refused, since ignoring it would make an empty part', async () => {
  const UploadId = await create('copied.bin');
  const part = { Bucket, Key: 'copied.bin', UploadId, PartNumber: 1, CopySource: `${Bucket}/source.bin` };
  expect(await refusal(client.send(new UploadPartCopyCommand(part)))).toMatchObject({ code: 'NotImplemented' });
});

test('the SDK uploads in parts with its own settings', async () => {
  const upload = new Upload({
    client: s3.client(),
    params: { Bucket, Key: 'by-lib-storage', Body: body, ContentType: 'application/zip' },
    partSize,
  });
  const { ETag } = await upload.done();
  expect(ETag).toMatch(/-3"$/);
  expect((await bytes('by-lib-storage')).equals(body)).toBe(true);
});
