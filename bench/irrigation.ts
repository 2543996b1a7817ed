import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type IrrigatedDays, tableNames } from './irrigated-days.ts';
import { watchMemory } from './process-memory.ts';
import { benchmark } from './row.ts';
import { projectDir } from './running-furrow.ts';
import { temporaryFolder } from './temporary-folder.ts';

const perMinute = 10_000;
const maxGrowth = 1.25;
/** Of the worker: with more, garbage would lie about and be counted as growth. Some 30 MB are in use. */
const heapMegabytes = 256;

/** From histories to records of pivots and parts of fields, as a worker makes them; worker and embedded database have a process each. */
export const irrigation = benchmark({
  name: 'irrigation',
  takes: 'three minutes: 2,000 and 10,000 days of pivots, from their history to records',
  sizes: {
    full: { some: { pivots: 20, days: 100 }, many: { pivots: 50, days: 200 } },
    tiny: { some: { pivots: 1, days: 2 }, many: { pivots: 2, days: 3 } },
  },
  async *run({ some, many }) {
    const temporary = temporaryFolder();
    const database = fork('bench/dynamodb-process.ts', [join(temporary.path, 'dynamodb'), ...tableNames], {
      ...{ cwd: projectDir, execArgv: ['--import', 'tsx'] },
    });
    const worker = fork('bench/irrigated-days-process.ts', [], {
      ...{ cwd: projectDir, execArgv: [`--max-old-space-size=${heapMegabytes}`, '--import', 'tsx'] },
    });
    try {
      const [{ endpoint }] = (await answer(database)) as [{ endpoint: string }];
      const watched = async (account: IrrigatedDays) => {
        const memory = watchMemory(() => [worker.pid ?? 0]);
        const begun = performance.now();
        worker.send({ endpoint, account });
        const [{ days }] = (await answer(worker).finally(() => memory.stop())) as [{ days: number }];
        return { days, minutes: (performance.now() - begun) / 60_000, peak: memory.peak() };
      };
      const first = await watched(some);
      const second = await watched(many);
      yield {
        name: `${second.days.toLocaleString('en')} days of pivots, history to records`,
        ...{ measured: second.days / second.minutes / 60, unit: '/s', limit: { atLeast: 1 } },
        comparedWith: { what: 'the limit, 10,000 a minute', value: perMinute / 60 },
      };
      yield {
        name: `the worker at its peak, of ${second.days.toLocaleString('en')} days`,
        ...{ measured: second.peak, unit: 'MB', limit: { atMost: maxGrowth } },
        comparedWith: { what: `of ${first.days.toLocaleString('en')}`, value: first.peak },
      };
    } finally {
      for (const process of [worker, database]) {
        const ended = once(process, 'exit');
        process.disconnect();
        await ended;
      }
      temporary.remove();
    }
  },
});

/** The next message of a process. @throws if it ends before. */
function answer(process: ChildProcess): Promise<unknown[]> {
  const ended = once(process, 'exit').then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`);
  });
  return Promise.race([once(process, 'message'), ended]);
}
