/** A pool with a thread that spins and a process that waits, started in a process of its own until that is killed. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sampleFunction, samplePool } from './sample-function.ts';

const dir = mkdtempSync(join(tmpdir(), 'furrow-orphan-'));
const pool = await samplePool(
  [
    sampleFunction('export async function handler() { for (;;); }', { name: 'spinning', timeoutSeconds: 60 }),
    sampleFunction('export const handler = () => new Promise(() => setInterval(() => {}, 1000));', {
      name: 'waiting',
      timeoutSeconds: 60,
      hasLayers: true,
    }),
  ],
  { dir },
);
void pool.invoke('spinning', {});
void pool.invoke('waiting', {});
while (Object.values(pool.stats()).some(({ busy }) => busy === 0)) await delay(20);
process.send?.(dir);
