import { pathToFileURL } from 'node:url';
import { heldVariable, type LaunchOrder, orderVariable } from './launch-order.ts';
import { loadLibc } from './linux/libc.ts';
import { restrict } from './linux/restrict.ts';

/*
 * The first program of a contained process: puts up what barriers the system has, and becomes the program that reads foreign files. That one
 * starts anew, so that all of its threads stand behind them.
 */
const order = JSON.parse(process.env[orderVariable] ?? '') as LaunchOrder;
delete process.env[orderVariable];

const { platform, arch, execPath } = process;
if (platform === 'linux' && (arch === 'x64' || arch === 'arm64')) becomeProgram(arch);
process.env[heldVariable] = '';
await import(pathToFileURL(order.program).href);

/** Returns where koffi does not load. */
function becomeProgram(machine: 'x64' | 'arm64'): void {
  let libc: ReturnType<typeof loadLibc>;
  try {
    libc = loadLibc();
  } catch {
    return;
  }
  const held = restrict(libc, order, machine);
  const env = { ...(process.env as Record<string, string>), [heldVariable]: held.join(',') };
  libc.execve(execPath, [...order.execArgv, order.program], env);
}
