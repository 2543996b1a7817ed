import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyToPath, pathToKey } from '../../../local/s3/files/key-paths.ts';
import { refusal, startTestEngine, type TestEngine } from './start-engine.ts';

const Bucket = 'fields';
let s3: TestEngine;
let client: ReturnType<TestEngine['client']>;

beforeAll(async () => {
  s3 = await startTestEngine();
  client = s3.client();
});
afterAll(() => s3.stop());

const put = (Key: string, Body = Key) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const text = async (Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const listed = async () => (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key);

describe('paths of keys', () => {
  test('are the keys themselves, for other readers of the files', () => {
    const key = 'lake/owner=1/year=2024/Schlag äöü (1)+2.parquet';
    expect(keyToPath(key)).toBe(key);
  });

  test('can be reversed, and stay inside their folder', () => {
    const segment = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '',
        '.',
        '..',
        '%',
        '%2E',
        '%_',
        '%~',
        'a%.json',
        'a%.data',
        '\u0000',
        'x'.repeat(300),
        'ü'.repeat(200),
      ),
    );
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const key = segments.join('/');
        const path = keyToPath(key);
        expect(pathToKey(path)).toBe(key);
        for (const name of path.split('/')) {
          expect(['', '.', '..']).not.toContain(name);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(230);
          expect(name).not.toContain('\0');
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('keys', () => {
  const difficult = [
    '../up',
    '..',
    'a/../b',
    'a//b',
    'a/b/',
    '/a',
    'a/.',
    'a%2Fb',
    'a%b',
    'q?x=1&y=#z',
    `long/${'n'.repeat(1000)}`,
    'emoji/\u{1f33e}.json',
    "quote's/(1)*!.json",
    'upload%.json',
    'upload%.data/x',
  ];

  test.each(difficult)('%s is stored, copied, listed and removed like any other', async (key) => {
    await put(key);
    expect(await text(key)).toBe(key);
    expect(await listed()).toContain(key);
    const CopySource = encodeURIComponent(`${Bucket}/${key}`);
    await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }));
    expect(await text('copy')).toBe(key);
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: key }, { Key: 'copy' }] } }));
    expect(await listed()).toBeUndefined();
  });

  test('may be prefixes of others, in any order, over a restart', async () => {
    const nested = ['n', 'n/o', 'n/o/p', 'm/o/p', 'm/o', 'm'];
    for (const key of nested) await put(key);
    for (const key of nested) await put(key, `${key} again`);
    await s3.restart();
    client = s3.client();
    for (const key of nested) expect(await text(key)).toBe(`${key} again`);
    expect(await listed()).toEqual([...nested].sort());
    for (const key of nested) await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    await put('n', 'last');
    expect(await text('n')).toBe('last');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'n' }));
  });

  test('leave no folders behind when their objects are removed', async () => {
    await put('deep/er/still/x');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'deep/er/still/x' }));
    expect(await readdir(join(s3.dir, Bucket, 'objects'))).toEqual([]);
    expect(await readdir(join(s3.dir, Bucket, 'meta'))).toEqual([]);
  });

  test('are paths of real files below objects', async () => {
    await put('lake/year=2024/rows.json', '{"yield":8}');
    expect(await readFile(join(s3.dir, Bucket, 'objects/lake/year=2024/rows.json'), 'utf8')).toBe('{"yield":8}');
  });

  test('are at most 1,024 bytes long', async () => {
    expect(await refusal(put('k'.repeat(1025), 'x'))).toMatchObject({ code: 'KeyTooLongError' });
    const slashes = '/'.repeat(1023);
    await put(`k${slashes}`, 'x');
    expect(await text(`k${slashes}`)).toBe('x');
    await put('%'.repeat(1024), 'x');
    expect(await text('%'.repeat(1024))).toBe('x');
  });
});
