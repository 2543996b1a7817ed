import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';

const server = fileURLToPath(new URL('./busy-server.ts', import.meta.url));

let started: ChildProcess;
afterEach(() => void started.kill('SIGKILL'));

/** The processes whose command line names the folder of the pool. */
function processesOf(dir: string): string[] {
  return execFileSync('ps', ['-Ao', 'pid=,args='])
    .toString()
    .split('\n')
    .filter((line) => line.includes(dir));
}

it('a server that is killed leaves no process of a function behind, busy or not', async () => {
  // The server is killed before it can tidy up, so all of its files are created here.
  const env = { ...process.env, TMPDIR: temporaryFolder('orphan') };
  started = fork(server, { execArgv: ['--import', 'tsx'], env });
  const [dir] = (await once(started, 'message')) as [string];
  expect(processesOf(dir)).toHaveLength(2);
  started.kill('SIGKILL');
  await expect.poll(() => processesOf(dir), { timeout: 5_000 }).toEqual([]);
});
