import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface EngineProcess {
  endpoint: string;
  pid: number;
  /** Kills the process with `kill -9`, so that it cannot finish anything. */
  kill(): Promise<void>;
}

/** Runs `engine-process.ts` until it is killed. */
export async function runEngine(dir: string, deliveredFile: string): Promise<EngineProcess> {
  const script = fileURLToPath(new URL('engine-process.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, dir, deliveredFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout || child.pid === undefined) throw new Error('the engine could not be started');
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    endpoint: JSON.parse(line).endpoint,
    pid: child.pid,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
