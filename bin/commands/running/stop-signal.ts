import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How soon the end of npm is noticed, in milliseconds. */
const betweenLooksMilliseconds = 250;

/**
 * Resolves at the first signal; a second one ends the process at once, with 128 and the signal's number as its exit code.
 *
 * A process that npm runs is also stopped by the end of npm, which passes no SIGHUP on and may be killed. A test run stops what it started by closing the channel to it.
 */
export function stopSignal(environment: NodeJS.ProcessEnv): Promise<'stop'> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      isStopping = true;
      resolve('stop');
    };
    for (const signal of signals) {
      process.on(signal, () => (isStopping ? process.exit(128 + constants.signals[signal]) : stop()));
    }
    process.once('disconnect', stop);
    // A start that is refused ends although the parent's channel is open.
    process.channel?.unref();
    if (environment.npm_lifecycle_event) stopWithParent(stop);
  });
}

function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, betweenLooksMilliseconds);
  looking.unref();
}
