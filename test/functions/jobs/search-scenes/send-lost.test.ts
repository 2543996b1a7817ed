import { describe, expect, test } from 'vitest';
import type { OverdueProcess } from '../../../../domain/satellite/processes/lost-work.ts';
import { type LostServices, sendLostProcesses } from '../../../../functions/jobs/search-scenes/send-lost.ts';

/** A process under way that every sweep finds overdue. */
function world(provider: 'sentinel' | 'planet' = 'sentinel') {
  const overdue = {
    process: { id: 'process', ownerId: 'owner', fieldId: 'field', provider },
    ...{ run: 1, tries: 0, wasTried: false },
  } as OverdueProcess;
  const sent: string[] = [];
  const failed: string[] = [];
  const services = {
    lost: {
      processes: async () => (failed.length === 0 ? [overdue] : []),
      async delayProcess() {
        overdue.tries += Number(overdue.wasTried);
        overdue.wasTried = false;
      },
    },
    processQueue: { send: async () => void sent.push('scenes') },
    planetQueue: { send: async () => void sent.push('orders') },
    processes: { fail: async (_: unknown, reason: string) => void failed.push(reason) },
  } as unknown as LostServices;
  /** Sweeps once; a worker may have tried the process since the last time. */
  const sweep = async (wasTried: boolean) => {
    overdue.wasTried = wasTried;
    await sendLostProcesses(services);
  };
  return { sent, failed, sweep };
}

describe('a process that has not ended', () => {
  test('is sent again as long as no worker has tried it, and never fails for that', async () => {
    const { sent, failed, sweep } = world();
    for (let sweeps = 0; sweeps < 500; sweeps += 1) await sweep(false);
    expect([sent.length, failed]).toEqual([500, []]);
  });

  test('fails when workers have tried it twelve times, two hours apart', async () => {
    const { sent, failed, sweep } = world();
    for (let sweeps = 0; sweeps < 11; sweeps += 1) {
      await sweep(true);
      await sweep(false);
    }
    expect([sent.length, failed]).toEqual([22, []]);
    await sweep(true);
    expect(failed).toEqual([expect.stringContaining('could not be processed within a day')]);
  });

  test('of Planet has its order checked first', async () => {
    const { sent, sweep } = world('planet');
    await sweep(false);
    expect(sent).toEqual(['orders']);
  });
});
