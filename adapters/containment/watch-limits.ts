import { processorMilliseconds } from '../process/processor-time.ts';
import { residentMegabytes } from '../process/resident-memory.ts';
import { ContainedFailure, ProcessLost } from './contained-failure.ts';

/** How long a process may work. */
export interface WorkTime {
  /** Milliseconds for which it may have a processor; several threads at once count as one. */
  processor: number;
  /** Milliseconds after which it is ended in any case, however little of a processor it had. */
  wall: number;
}

const betweenLooksMilliseconds = 100;

/**
 * Ends a process that takes more than its limits. Time in which it waits for a processor of a busy machine, or for its
 * parent, does not count; where the system does not report processor time, all time does.
 *
 * @param kill called with the reason, once or more.
 * @returns ends the watch, and returns the milliseconds for which the process has had a processor.
 */
export function watchLimits(
  pid: number | undefined,
  { time, maxMegabytes }: { time: WorkTime; maxMegabytes: number },
  kill: (reason: ContainedFailure | ProcessLost) => void,
): () => number {
  const begun = performance.now();
  let busy = 0;
  let last: { at: number; used: number | undefined } | undefined;
  const look = async () => {
    if (pid === undefined) return;
    const [resident, used] = await Promise.all([residentMegabytes(pid), processorMilliseconds(pid)]);
    const now = { at: performance.now(), used };
    if (last) {
      const passed = now.at - last.at;
      busy += Math.min(passed, used === undefined || last.used === undefined ? passed : used - last.used);
    }
    last = now;
    if (busy >= time.processor) kill(new ContainedFailure('deadline'));
    if (resident > maxMegabytes) kill(new ContainedFailure('memory', { megabytes: maxMegabytes }));
  };
  void look();
  const looks = setInterval(look, betweenLooksMilliseconds);
  const wall = setTimeout(
    () => kill(new ProcessLost(`a process that reads files was not done after ${Math.round(time.wall)} ms`)),
    time.wall,
  );
  return () => {
    clearInterval(looks);
    clearTimeout(wall);
    // What has passed since the last look counts whole.
    return busy + performance.now() - (last?.at ?? begun);
  };
}
