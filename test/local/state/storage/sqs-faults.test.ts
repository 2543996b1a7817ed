import type * as fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import { movableClock } from '../../../../local/clock.ts';
import { startSqs } from '../../../../local/sqs/start-sqs.ts';
import { randomFrom } from '../../../fuzz/mutate.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { failFrom, recoverFiles } from './faulty-files.ts';

vi.mock('node:fs', async (original) => (await import('./faulty-files.ts')).faultyFs(await original<typeof fs>()));

const faults = ['ENOSPC', 'EIO', 'short'] as const;
const options = (dir: string, sync: boolean) => ({
  dir,
  host: '127.0.0.1',
  clock: movableClock(),
  sync,
  log: () => {},
});
const everything = { max: 1_000_000, waitMs: 0 };

test.each([true, false])(
  'with a fault at any step, acknowledged messages are in the queues (sync: %s)',
  async (sync) => {
    const random = randomFrom(sync ? 1 : 2);
    const dir = temporaryFolder('sqs-faults');
    let sqs = await startSqs(options(dir, sync));
    const { arn } = await sqs.ensureQueue({ name: 'work', attributes: { VisibilityTimeout: 0 } });
    const kept = new Set<string>();
    /** Messages whose sending or deletion was refused: they may or may not exist, which is final at the next start. */
    const refused = new Set<string>();
    const failed = new Set<string>();
    let refusals = 0;
    for (let step = 0; step < 250; step += 1) {
      let body = `message ${step}`;
      failFrom(Math.floor(random() * 6), faults[step % 3] ?? 'EIO', random() < 0.5);
      try {
        if (step % 5 === 4) {
          const [one] = await sqs.receive(arn, { max: 1, waitMs: 0 });
          if (!one) continue;
          body = one.body;
          await sqs.delete(arn, one.receiptHandle);
          kept.delete(body);
        } else {
          await sqs.send(arn, body);
          kept.add(body);
        }
      } catch (error) {
        expect((error as Error).name).toBe('StorageFailure');
        refused.add(body);
        refusals += 1;
      }
      for (const hit of recoverFiles()) failed.add(hit);
      if (step % 20 !== 19) continue;
      // As after a kill: only what another engine finds in the folder counts.
      const next = await startSqs(options(dir, sync));
      const found = (await next.receive(arn, everything)).map((message) => message.body);
      expect(found.filter((one) => !kept.has(one) && !refused.has(one))).toEqual([]);
      expect([...kept].filter((one) => !found.includes(one) && !refused.has(one))).toEqual([]);
      expect(new Set(found).size).toBe(found.length);
      await sqs.close();
      sqs = next;
      for (const one of refused) {
        if (found.includes(one)) kept.add(one);
        else kept.delete(one);
      }
      refused.clear();
    }
    await sqs.close();
    expect(kept.size).toBeGreaterThan(50);
    expect(refusals).toBeGreaterThan(20);
    expect([...failed]).toEqual(expect.arrayContaining(sync ? ['writeSync', 'fsyncSync'] : ['writeSync']));
  },
);
