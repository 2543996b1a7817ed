import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { expect, test } from 'vitest';
import { credentials, region } from '../../../local/credentials.ts';
import { runEngine } from './run-engine.ts';
import { sampleBytes } from './start-engine.ts';

const megabyte = 1024 * 1024;
const slow = process.env.FURROW_SLOW_TESTS === '1';

/** Megabytes of the process: its current memory, and its peak. */
async function memory(pid: number): Promise<{ now: number; max: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), max: read('VmHWM') };
}

test.runIf(process.platform === 'linux')(
  'an object of any size costs at most 150 MB of memory, up and down',
  async () => {
    const size = slow ? 1024 : 256;
    const folder = await mkdtemp(join(tmpdir(), 'furrow-s3-memory-'));
    const engine = await runEngine(join(folder, 's3'), join(folder, 'delivered'));
    const client = new S3Client({ endpoint: engine.endpoint, region, credentials });
    try {
      const piece = sampleBytes(megabyte);
      await client.send(new PutObjectCommand({ Bucket: 'fields', Key: 'first', Body: piece }));
      const before = (await memory(engine.pid)).now;

      const params = { Bucket: 'fields', Key: 'large' };
      const Body = Readable.from(Array.from({ length: size }, () => piece));
      let start = performance.now();
      await new Upload({ client, params: { ...params, Body }, partSize: 8 * megabyte }).done();
      const up = performance.now() - start;

      start = performance.now();
      const answer = await client.send(new GetObjectCommand(params));
      let received = 0;
      for await (const chunk of answer.Body as Readable) received += chunk.length;
      const down = performance.now() - start;

      const extra = (await memory(engine.pid)).max - before;
      const rate = (milliseconds: number) => `${Math.round(size / (milliseconds / 1000))} MB/s`;
      console.info(
        `${size} MB: ${rate(up)} up, ${rate(down)} down, ${Math.round(extra)} MB more memory than ${Math.round(before)}`,
      );
      expect(received).toBe(size * megabyte);
      expect(extra).toBeLessThan(150);
    } finally {
      client.destroy();
      await engine.kill();
      await rm(folder, { recursive: true, force: true });
    }
  },
  slow ? 300_000 : 60_000,
);
