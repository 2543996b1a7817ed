import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectDir } from './running-furrow.ts';

const run = promisify(execFile);

/**
 * Runs a program of a benchmark in a process of its own, whose memory is that of its work.
 *
 * @param program relative to `bench/`.
 * @returns what its last line of output is, as JSON.
 * @example const { megabytes } = await inNode<{ megabytes: number }>('machine-files/process-file.ts', folder, zip);
 */
export async function inNode<T>(program: string, ...operands: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', `bench/${program}`, ...operands], {
    cwd: projectDir,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
