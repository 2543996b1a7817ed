import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyIndex } from '../../../local/s3/files/key-index.ts';
import { listKeys } from '../../../local/s3/listing.ts';
import { refusal, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
const keys = [
  'a',
  'a/',
  'a/1.json',
  'a/2.json',
  'a/b/3.json',
  'b c+d%.json',
  'lake/owner=1/year=2024/p.parquet',
  'lake/owner=1/year=2025/p.parquet',
  'z\u{fffd}',
  'z\u{1f33e}',
];
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client();
  for (const Key of [...keys].reverse()) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
});
afterAll(() => s3.stop());

const list = async (more: Omit<ListObjectsV2CommandInput, 'Bucket'> = {}) => {
  const answer = await client.send(new ListObjectsV2Command({ Bucket, ...more }));
  return {
    keys: answer.Contents?.map(({ Key }) => Key) ?? [],
    prefixes: answer.CommonPrefixes?.map(({ Prefix }) => Prefix) ?? [],
    answer,
  };
};

describe('ListObjectsV2', () => {
  test('lists keys in the order of their UTF-8 bytes, with sizes and ETags', async () => {
    const { keys: found, answer } = await list();
    expect(found).toEqual(keys);
    expect(answer.KeyCount).toBe(keys.length);
    expect(answer.Contents?.[2]).toMatchObject({ Size: 8, StorageClass: 'STANDARD', ChecksumAlgorithm: ['CRC32'] });
    expect(answer.Contents?.[2]?.ETag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(Buffer.compare(Buffer.from(keys.at(-2) ?? ''), Buffer.from(keys.at(-1) ?? ''))).toBe(-1);
  });

  test('narrows by prefix and rolls up by delimiter', async () => {
    expect(await list({ Delimiter: '/' })).toMatchObject({
      keys: ['a', 'b c+d%.json', 'z\u{fffd}', 'z\u{1f33e}'],
      prefixes: ['a/', 'lake/'],
    });
    expect(await list({ Prefix: 'a/', Delimiter: '/' })).toMatchObject({
      keys: ['a/', 'a/1.json', 'a/2.json'],
      prefixes: ['a/b/'],
    });
    expect(await list({ Prefix: 'lake/owner=1/', Delimiter: '/' })).toMatchObject({
      keys: [],
      prefixes: ['lake/owner=1/year=2024/', 'lake/owner=1/year=2025/'],
    });
    expect(await list({ Prefix: 'nothing' })).toMatchObject({ keys: [], prefixes: [] });
  });

  test('pages, including rolled-up prefixes', async () => {
    for (const Delimiter of [undefined, '/']) {
      const found: (string | undefined)[] = [];
      for await (const page of paginateListObjectsV2({ client, pageSize: 1 }, { Bucket, Delimiter })) {
        expect((page.Contents?.length ?? 0) + (page.CommonPrefixes?.length ?? 0)).toBeLessThanOrEqual(1);
        found.push(...(page.Contents ?? []).map(({ Key }) => Key));
        found.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      }
      expect(found).toEqual(Delimiter ? ['a', 'a/', 'b c+d%.json', 'lake/', ...keys.slice(-2)] : keys);
    }
  });

  test('starts after a key', async () => {
    expect((await list({ StartAfter: 'a/2.json' })).keys).toEqual(keys.slice(4));
    expect((await list({ StartAfter: 'a/2' })).keys).toEqual(keys.slice(3));
  });

  test('encodes keys on request', async () => {
    expect((await list({ Prefix: 'b', EncodingType: 'url' })).keys).toEqual(['b+c%2Bd%25.json']);
    await client.send(new PutObjectCommand({ Bucket, Key: 'control\u0001key', Body: '' }));
    expect((await list({ Prefix: 'control', EncodingType: 'url' })).keys).toEqual(['control%01key']);
  });

  test('refuses invalid parameters', async () => {
    expect(await refusal(list({ ContinuationToken: '!' }))).toMatchObject({ code: 'InvalidArgument' });
    expect(await refusal(list({ MaxKeys: -1 }))).toMatchObject({ code: 'InvalidArgument' });
    expect((await list({ MaxKeys: 0 })).answer.IsTruncated).toBe(false);
  });
});

test('ListObjects, the first version, pages by markers', async () => {
  const page = (Marker?: string) => client.send(new ListObjectsCommand({ Bucket, Marker, Delimiter: '/', MaxKeys: 2 }));
  const first = await page();
  expect(first).toMatchObject({ IsTruncated: true, NextMarker: 'a/' });
  const second = await page(first.NextMarker);
  expect(second.Contents?.map(({ Key }) => Key)).toEqual(['b c+d%.json', 'control\u0001key']);
  expect(second.Contents?.[0]?.Owner?.ID).toBeDefined();
});

test('a page has a thousand entries at most, whatever its requested size', async () => {
  expect((await list({ MaxKeys: 5000 })).answer.MaxKeys).toBe(1000);
  const names = Array.from({ length: 2001 }, (_, i) => `k${String(i).padStart(4, '0')}`);
  const page = listKeys(createKeyIndex(names), { prefix: 'k', delimiter: '', after: 'k0999', max: 1000 });
  expect([page.entries.at(0)?.text, page.entries.length, page.next]).toEqual(['k1000', 1000, 'k1999']);
});
