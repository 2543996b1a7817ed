import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Units of processor time in /proc: Linux shows a hundredth of a second on every architecture (USER_HZ). */
const millisecondsOfTick = 10;
/** Places of utime and stime among the values behind the name of a process, see proc_pid_stat(5). */
const [userAt, systemAt] = [11, 12];

/**
 * The processor time that all threads of a process have had, in milliseconds; undefined if the system does not report
 * it, as on Windows or after its end.
 *
 * @example const used = await processorMilliseconds(process.pid);
 */
export async function processorMilliseconds(pid: number): Promise<number | undefined> {
  try {
    return process.platform === 'linux' ? fromProc(pid) : await fromPs(pid);
  } catch {
    return undefined;
  }
}

function fromProc(pid: number): number | undefined {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in brackets, and may have brackets and blanks itself.
  const values = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(values[userAt]) + Number(values[systemAt]);
  return Number.isFinite(ticks) ? ticks * millisecondsOfTick : undefined;
}

/** `ps` writes days, hours, minutes and seconds, such as `1-02:03:04` or `0:01.25`. */
async function fromPs(pid: number): Promise<number | undefined> {
  const { stdout } = await run('ps', ['-o', 'time=', '-p', String(pid)]);
  const [clock = '', days = '0'] = stdout.trim().split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 24 * 3_600;
  return clock !== '' && Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}
