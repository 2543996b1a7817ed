import { pathToFileURL } from 'node:url';
import { heldVariable, type LaunchOrder, orderVariable } from './launch-order.ts';
import { loadLibc } from './linux/libc.ts';
import { restrict } from './linux/restrict.ts';
import { type Machine, machineOf } from './linux/system-calls.ts';

/*
 * The first program of a contained process: puts up what barriers the system has, and becomes the program that reads foreign files. That one
 * starts anew, so that all of its threads stand behind them.
 */
const order = JSON.parse(process.env[orderVariable] ?? '') as LaunchOrder;
delete process.env[orderVariable];

const machine = machineOf(process);
if (machine) becomeProgram(machine);
process.env[heldVariable] = '';
await import(pathToFileURL(order.program).href);

/** Replaces this process by the program; returns if koffi cannot be loaded. */
function becomeProgram(machine: Machine): void {
  let libc: ReturnType<typeof loadLibc>;
  try {
    libc = loadLibc();
  } catch {
    return;
  }
  const held = restrict(libc, order, machine);
  const env = { ...(process.env as Record<string, string>), [heldVariable]: held.join(',') };
  libc.execve(process.execPath, [...order.execArgv, order.program], env);
}
