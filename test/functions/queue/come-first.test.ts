import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { setPriorityOf } from '../../../adapters/process/priority.ts';

const worker = fileURLToPath(new URL('kept-place-process.ts', import.meta.url));

/** The priorities of a worker, and of its session, before, during and after its work. It is started with a lower one, in a session of its own. */
async function prioritiesOf(place: 'kept' | 'shared', kept: string): Promise<unknown> {
  const child = spawn(process.execPath, ['--import', 'tsx', worker, place], {
    env: { ...process.env, PRIORITY_OF_KEPT_PLACES: kept },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  setPriorityOf(child.pid ?? 0, 5);
  return JSON.parse(await text(child.stdout));
}

/** Only root may raise a priority, and only Linux has those of sessions. */
test.skipIf(process.getuid?.() !== 0 || !existsSync('/proc/self/autogroup'))(
  'work in a place that is kept for an owner with nothing else comes before other work, on machines whose workers share processors',
  async () => {
    const [usual, first] = [
      [5, 5],
      [0, 0],
    ];
    expect(await prioritiesOf('kept', '0')).toEqual([usual, first, usual]);
    expect(await prioritiesOf('shared', '0')).toEqual([usual, usual, usual]);
    expect(await prioritiesOf('kept', '')).toEqual([usual, usual, usual]);
  },
);
