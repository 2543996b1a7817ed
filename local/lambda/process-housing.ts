import { fork } from 'node:child_process';
import { setPriorityOf } from '../../adapters/process/priority.ts';
import type { Housing, HousingOptions } from './housing.ts';
import { forwardLines } from './line-forwarder.ts';
import { watchMemory } from './memory-watch.ts';
import type { ErrorReport, FromInstance } from './messages.ts';

/**
 * Houses an instance in a process of its own: for code with native modules, of which some load once per process only,
 * and whose memory V8 does not see. `NODE_PATH` leads it to the packages that a layer brings in AWS.
 */
export function startProcess(
  options: HousingOptions,
  { modulesDir, priority }: { modulesDir: string; priority: number },
): Housing {
  const child = fork(options.harness, {
    env: { NODE_PATH: modulesDir, ...options.environment },
    // Ctrl-C in the terminal is for the embedded cloud, which then ends its instances itself.
    detached: true,
    execArgv: [`--max-old-space-size=${options.memoryMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Its own processes inherit it.
  if (priority > 0 && child.pid !== undefined) setPriorityOf(child.pid, priority);
  let reason: ErrorReport | undefined;
  let lost = false;
  const memory = watchMemory(child, {
    limitMegabytes: () => options.memoryMegabytes,
    onExceeded(used, limit) {
      const errorMessage = `the function used ${used} MB of its ${limit} MB and was stopped`;
      reason = { errorType: 'Runtime.OutOfMemory', errorMessage };
    },
  });

  function end(found: ErrorReport): void {
    if (lost) return;
    lost = true;
    memory.stop();
    options.onLost(reason ?? found);
  }

  for (const stream of [child.stdout, child.stderr]) {
    const lines = forwardLines(options.onLine);
    stream?.on('data', lines.write).on('end', lines.end);
  }
  child.on('message', (message) => options.onMessage(message as FromInstance));
  child.on('error', (error) => end({ errorType: error.name, errorMessage: error.message }));
  child.on('exit', (code, signal) => {
    const how = signal ? `by the signal ${signal}` : `with exit code ${code}`;
    end({ errorType: 'Runtime.ExitError', errorMessage: `the function's process ended ${how} before it answered` });
  });
  return {
    post(message) {
      // The end of the process is told by its exit; a message that comes too late has no receiver.
      if (child.connected) child.send(message, () => {});
    },
    end: () => void child.kill('SIGKILL'),
  };
}
