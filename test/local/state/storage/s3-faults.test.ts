import type * as fs from 'node:fs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { randomFrom } from '../../../fuzz/mutate.ts';
import { startTestEngine } from '../../s3/start-engine.ts';
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
  'with a fault at any step, objects hold acknowledged changes or whole refused ones (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const s3 = await startTestEngine({ sync: seed === 1, log: () => {} });
    let client = s3.client({ maxAttempts: 1 });
    /** Possible contents of each key: the last acknowledged one and, since then, refused ones. */
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

/** The content of an acknowledged version; undefined for a delete marker. */
type Kept = { Key: string; text: string | undefined };

async function versionContents(client: S3Client): Promise<Map<string, Kept>> {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  const found = new Map<string, Kept>();
  for (const { Key = '', VersionId = '' } of DeleteMarkers) found.set(VersionId, { Key, text: undefined });
  for (const { Key = '', VersionId = '' } of Versions) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
    found.set(VersionId, { Key, text: await Body?.transformToString() });
  }
  return found;
}

test.each([3, 4])('with a fault at any step, every acknowledged version is intact (seed %i)', async (seed) => {
  const random = randomFrom(seed);
  const s3 = await startTestEngine({ sync: seed === 3, log: () => {} });
  await s3.engine.ensureBucket({ name: Bucket, versioned: true });
  let client = s3.client({ maxAttempts: 1 });
  const acknowledged = new Map<string, Kept>();
  /** Versions whose removal was refused, which may or may not exist. */
  const uncertain = new Set<string>();
  /** Refused versions, which may exist. */
  const refused: Kept[] = [];
  const failed = new Set<string>();
  let removals = 0;
  for (let step = 0; step < 200; step += 1) {
    const Key = `folder-${step % 3}/object ${Math.floor(random() * 4)}`;
    const chance = random();
    const [[VersionId, target] = []] = [...acknowledged].filter(() => random() < 0.1);
    const text = chance < 0.25 ? undefined : `${step}`.padEnd(10 + Math.floor(random() * 3_000), '.');
    failFrom(Math.floor(random() * 14), faults[step % 3] ?? 'EIO', random() < 0.5);
    try {
      if (chance > 0.75 && VersionId && target) {
        uncertain.add(VersionId);
        await client.send(new DeleteObjectCommand({ Bucket, Key: target.Key, VersionId }));
        acknowledged.delete(VersionId);
        uncertain.delete(VersionId);
        removals += 1;
      } else {
        refused.push({ Key, text });
        const command =
          text === undefined
            ? new DeleteObjectCommand({ Bucket, Key })
            : new PutObjectCommand({ Bucket, Key, Body: text });
        const { VersionId: made = '' } = await client.send(command as PutObjectCommand);
        refused.pop();
        acknowledged.set(made, { Key, text });
      }
    } catch (error) {
      expect(error).toMatchObject({ $metadata: { httpStatusCode: 503 } });
    }
    for (const hit of recoverFiles()) failed.add(hit);
    if (step % 20 !== 19) continue;
    if (random() < 0.5) {
      await s3.restart();
      client = s3.client({ maxAttempts: 1 });
    }
    const found = await versionContents(client);
    for (const [version, kept] of acknowledged) {
      if (!uncertain.has(version)) expect(found.get(version), version).toEqual(kept);
    }
    for (const [version, kept] of found) {
      if (!acknowledged.has(version)) expect(refused).toContainEqual(kept);
    }
    for (const version of uncertain) if (!found.has(version)) acknowledged.delete(version);
  }
  await s3.restart();
  const files = readdirSync(join(s3.dir, Bucket), { recursive: true }).map(String);
  expect(files.filter((name) => name.endsWith('.next'))).toEqual([]);
  expect(removals).toBeGreaterThan(5);
  expect([...failed]).toEqual(
    expect.arrayContaining(['openSync', 'writeFileSync', 'mkdirSync', 'renameSync', 'linkSync']),
  );
  await s3.stop();
});
