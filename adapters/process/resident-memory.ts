import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The resident memory of a process in megabytes; 0 if the system does not report it, as on Windows or after its end.
 *
 * @example const used = await residentMegabytes(process.pid);
 */
export async function residentMegabytes(pid: number): Promise<number> {
  try {
    return process.platform === 'linux' ? fromProc(pid) : await fromPs(pid);
  } catch {
    return 0;
  }
}

/**
 * Memory of each process is checked several times a second. The kernel produces these few lines instantly: an
 * asynchronous read costs ten times as much.
 */
function fromProc(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

async function fromPs(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024 || 0;
}
