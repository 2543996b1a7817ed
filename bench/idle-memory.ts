import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoFiles } from '../local/demo/demo-owner.ts';
import { farmSteps } from '../local/demo/sample-farm/steps.ts';
import { proportionalTogether, withChildren } from './process-memory.ts';
import { benchmark, type Row, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { temporaryFolder } from './temporary-folder.ts';

const idleMegabytes = 600;
const farmMilliseconds = 600_000;

/** Memory of an installation that nobody uses: the server with all that it has started. */
export const idleMemory = benchmark({
  name: 'idle-memory',
  takes: 'a quarter of an hour: the memory of all processes of an idle start, without and with the sample farm',
  sizes: {
    full: { settleSeconds: 360, farm: { settleSeconds: 360 } },
    tiny: { settleSeconds: 1, farm: undefined },
  },
  async *run({ settleSeconds, farm }: { settleSeconds: number; farm: { settleSeconds: number } | undefined }) {
    const temporary = temporaryFolder();
    let furrow: RunningFurrow | undefined;
    try {
      furrow = await startFurrow(join(temporary.path, 'without'));
      await sleep(5_000);
      yield reported('idle start, 5 s after ready', memoryOf(furrow));
      await sleep(settleSeconds * 1_000);
      yield within(`idle start, ${settleSeconds} s later`, memoryOf(furrow), idleMegabytes, 'MB');
      await furrow.stop();
      furrow = undefined;
      if (!farm) return;

      const state = join(temporary.path, 'with');
      furrow = await startFurrow(state, { variables: { FURROW_SAMPLE_FARM: '1' } });
      await untilFarmIsThere(join(state, demoFiles.farmFile));
      yield reported('sample farm, when it is complete', memoryOf(furrow));
      await sleep(farm.settleSeconds * 1_000);
      yield within(`sample farm, ${farm.settleSeconds} s later`, memoryOf(furrow), idleMegabytes, 'MB');
    } finally {
      await furrow?.stop();
      temporary.remove();
    }
  },
});

const reported = (name: string, megabytes: number): Row => ({
  ...within(name, megabytes, idleMegabytes, 'MB'),
  limit: { atMost: Infinity },
});

const memoryOf = ({ pid }: RunningFurrow) => proportionalTogether(withChildren(pid));

/** @throws Error if the farm is not complete after minutes. */
async function untilFarmIsThere(note: string): Promise<void> {
  const until = performance.now() + farmMilliseconds;
  while (performance.now() < until) {
    const { done = {} } = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {};
    if (Object.keys(done).length === farmSteps.length) return;
    await sleep(1_000);
  }
  throw new Error('the sample farm was not complete after ten minutes');
}
