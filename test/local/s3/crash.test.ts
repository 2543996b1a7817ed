import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentials, region } from '../../../local/credentials.ts';
import { eventually } from '../../eventually.ts';
import { type EngineProcess, runEngine } from './run-engine.ts';
import { sampleBytes } from './start-engine.ts';

const Bucket = 'fields';
const rounds = 4;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furrow-s3-crash-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Acknowledgements to the clients, over all rounds. */
interface Acknowledged {
  /** Keys that are written once. */
  created: Set<string>;
  removed: Set<string>;
  /** The last version of the one key that is written again and again. */
  version: number;
  parts: number;
}

/** Several concurrent clients, each until its engine is killed. */
async function work(client: S3Client, round: number, acknowledged: Acknowledged): Promise<void> {
  const put = (Key: string, Body: string | Buffer) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
  const forever = async (step: (i: number) => Promise<void>) => {
    for (let i = 0; ; i++) await step(i);
  };
  const writer = (name: number) =>
    forever(async (i) => {
      const key = `new/${round}-${name}-${i}`;
      await put(key, key.repeat(200));
      acknowledged.created.add(key);
    });
  const replacer = forever(async () => {
    const next = acknowledged.version + 1;
    await put('replaced', Buffer.concat([Buffer.from(`${next}:`), Buffer.alloc(next * 1000, next % 251)]));
    acknowledged.version = next;
  });
  const remover = forever(async (i) => {
    const Key = `removed/${round}-${i}`;
    await put(Key, 'x');
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    acknowledged.removed.add(Key);
  });
  const uploader = forever(async (i) => {
    const Body = sampleBytes(6 * 1024 * 1024, i);
    await new Upload({ client, params: { Bucket, Key: 'parts', Body }, partSize: 5 * 1024 * 1024 }).done();
    acknowledged.parts++;
  });
  await Promise.allSettled([writer(1), writer(2), replacer, remover, uploader]);
}

test('kill -9 leaves no half object, loses no acknowledged one and no notification', async () => {
  const [dir, deliveredFile] = [join(folder, 's3'), join(folder, 'delivered')];
  const acknowledged: Acknowledged = { created: new Set(), removed: new Set(), version: 0, parts: 0 };
  let engine: EngineProcess = await runEngine(dir, deliveredFile);
  for (let round = 0; round < rounds; round++) {
    const client = new S3Client({ endpoint: engine.endpoint, region, credentials, maxAttempts: 1 });
    const working = work(client, round, acknowledged);
    const enough = acknowledged.created.size + 6;
    await eventually(() => expect(acknowledged.created.size).toBeGreaterThan(enough));
    await pause(Math.random() * 350);
    await engine.kill();
    await working;
    client.destroy();
    engine = await runEngine(dir, deliveredFile);
  }

  try {
    const client = new S3Client({ endpoint: engine.endpoint, region, credentials });
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: token }));
      keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
      token = page.NextContinuationToken;
    } while (token);
    const read = async (Key: string) => {
      const { Body, ETag = '' } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag.replaceAll('"', '') };
    };
    console.info(
      `${acknowledged.created.size} created, ${acknowledged.removed.size} removed, ${acknowledged.version} versions, ${acknowledged.parts} in parts`,
    );
    expect(acknowledged.created.size).toBeGreaterThan(20);
    for (const key of keys.filter((key) => key !== 'parts')) {
      const { bytes, etag } = await read(key);
      expect(createHash('md5').update(bytes).digest('hex'), key).toBe(etag);
      if (key.startsWith('new/')) expect(bytes.toString()).toBe(key.repeat(200));
    }
    const found = new Set(keys);
    expect([...acknowledged.created].filter((key) => !found.has(key))).toEqual([]);
    expect([...acknowledged.removed].filter((key) => found.has(key))).toEqual([]);
    expect(Number.parseInt((await read('replaced')).bytes.toString('latin1'), 10)).toBeGreaterThanOrEqual(
      acknowledged.version,
    );
    if (acknowledged.parts > 0) expect((await read('parts')).bytes.length).toBe(6 * 1024 * 1024);
    expect(await readdir(join(dir, '.temporary'))).toEqual([]);
    expect(await readdir(join(dir, '.journal/commits'))).toEqual([]);

    // Every existing object was notified, even those whose creator never got a response.
    await eventually(async () => expect(await readdir(join(dir, '.journal/notifications'))).toEqual([]));
    const delivered = new Set(existsSync(deliveredFile) ? (await readFile(deliveredFile, 'utf8')).split('\n') : []);
    expect(keys.filter((key) => !delivered.has(key))).toEqual([]);
    expect([...delivered].filter((key) => key.startsWith('new/') && !found.has(key))).toEqual([]);
    client.destroy();
  } finally {
    await engine.kill();
  }
});
