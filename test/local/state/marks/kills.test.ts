import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { randomOf } from '../../../random-queries/random.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { isThorough } from '../../../thorough.ts';
import { openState } from './populated-state.ts';

const program = fileURLToPath(new URL('state-process.ts', import.meta.url));
const kills = isThorough ? 20 : 3;

test('a process that is killed at any moment of its writes never leaves a state that is refused', async () => {
  const dataDir = temporaryFolder('kills-of-state');
  const random = randomOf(7);
  for (let kill = 1; kill <= kills; kill += 1) {
    const child = fork(program, [dataDir], { execArgv: ['--import', 'tsx'] });
    const [message] = await once(child, 'message');
    expect(message).toEqual({ writing: true });
    await sleep(random.below(400));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  const { lines, close } = await openState(dataDir);
  await close();
  expect(lines).toEqual([]);
}, 600_000);
