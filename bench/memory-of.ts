import { readFileSync } from 'node:fs';
import { proportionalTogether, withChildren } from './process-memory.ts';

/*
 * Prints the memory of a process with all that it has started, the largest first: proportional set size in megabytes, and what runs.
 *
 *   node --import tsx bench/memory-of.ts PID
 */

const pids = withChildren(Number(process.argv[2]));
const rows = pids.map((pid) => ({ megabytes: proportionalTogether([pid]), runs: whatRuns(pid) }));
for (const { megabytes, runs } of rows.sort((a, b) => b.megabytes - a.megabytes)) {
  console.log(`${megabytes.toFixed(0).padStart(6)} MB  ${runs}`);
}
console.log(`${proportionalTogether(pids).toFixed(0).padStart(6)} MB in ${pids.length} processes`);

/** The name of a function that has a process of its own, else the ends of the words of the command. */
function whatRuns(pid: number): string {
  try {
    const words = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);
    const named = words('environ').find((one) => one.startsWith('AWS_LAMBDA_FUNCTION_NAME='));
    return (
      named?.split('=')[1] ??
      words('cmdline')
        .map((word) => word.split('/').slice(-2).join('/'))
        .join(' ')
    );
  } catch {
    return 'has ended';
  }
}
