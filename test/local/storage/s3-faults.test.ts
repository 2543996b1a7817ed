import type * as fs from 'node:fs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { randomFrom } from '../../fuzz/mutate.ts';
import { startTestEngine } from '../s3/start-engine.ts';
import { failFrom, recoverFiles } from './faulty-files.ts';

vi.mock('node:fs', async (original) => (await import('./faulty-files.ts')).faultyFs(await original<typeof fs>()));

const Bucket = 'fields';
const faults = ['ENOSPC', 'EIO', 'short'] as const;

async function contents(client: S3Client): Promise<Record<string, string>> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  const texts: Record<string, string> = {};
  for (const { Key = '' } of Contents) {
    const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }));
    texts[Key] = (await Body?.transformToString()) ?? '';
    expect(texts[Key]?.length).toBe(ContentLength);
  }
  return texts;
}

test.each([1, 2])(
  'whatever fails at any step, objects are what was acknowledged or whole changes that were refused (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const s3 = await startTestEngine({ sync: seed === 1, log: () => {} });
    let client = s3.client({ maxAttempts: 1 });
    /** What each key may hold: what was acknowledged last and, since then, what was refused. */
    const possible = new Map<string, Set<string | undefined>>();
    const failed = new Set<string>();
    let refusals = 0;
    for (let step = 0; step < 200; step += 1) {
      const Key = `folder-${step % 3}/object ${Math.floor(random() * 6)}`;
      const text = random() < 0.25 ? undefined : `${step}`.padEnd(10 + Math.floor(random() * 3_000), '.');
      failFrom(Math.floor(random() * 9), faults[step % 3] ?? 'EIO', random() < 0.5);
      try {
        if (text === undefined) await client.send(new DeleteObjectCommand({ Bucket, Key }));
        else await client.send(new PutObjectCommand({ Bucket, Key, Body: text }));
        possible.set(Key, new Set([text]));
      } catch (error) {
        expect(error).toMatchObject({ $metadata: { httpStatusCode: 503 } });
        possible.set(Key, new Set([...(possible.get(Key) ?? [undefined]), text]));
        refusals += 1;
      }
      for (const hit of recoverFiles()) failed.add(hit);
      if (step % 20 !== 19) continue;
      if (random() < 0.5) {
        await s3.restart();
        client = s3.client({ maxAttempts: 1 });
      }
      const found = await contents(client);
      for (const [key, texts] of possible) expect([...texts], key).toContain(found[key]);
      for (const key of Object.keys(found)) expect([...possible.keys()]).toContain(key);
    }
    await s3.restart();
    const files = readdirSync(join(s3.dir, Bucket), { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith('.next'))).toEqual([]);
    expect([readdirSync(join(s3.dir, '.temporary')), readdirSync(join(s3.dir, '.journal/commits'))]).toEqual([[], []]);
    expect(refusals).toBeGreaterThan(20);
    expect([...failed]).toEqual(expect.arrayContaining(['openSync', 'writeFileSync', 'mkdirSync', 'renameSync']));
    await s3.stop();
  },
);
