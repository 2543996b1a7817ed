import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { heldVariable, pipeDescriptor } from './launch-order.ts';
import { loadLibc } from './linux/libc.ts';
import { hideMemory } from './linux/restrict.ts';
import { machineOf } from './linux/system-calls.ts';
import { createPeer, type Peer, type Services, serviceOf } from './peer.ts';

const betweenLooksMilliseconds = 500;

/**
 * The main loop of a contained process: serves its parent, and ends with it.
 *
 * @example serveParent(() => boundaryServices(tmpdir(), findAmongAnything)); // the whole program of a process
 */
export function serveParent(services: (parent: Peer) => Services): void {
  hideOwnMemory();
  const pipe = new Socket({ fd: pipeDescriptor, readable: true, writable: true });
  const end = () => process.kill(process.pid, 'SIGKILL');
  const parent: Peer = createPeer(pipe, (name) => serviceOf(own, name), end);
  const own = services(parent);
  const held = (process.env[heldVariable] ?? '').split(',').filter(Boolean);
  if (!held.includes('parent')) endWithParent(process.ppid);
  // Node.js starts its threads for files at the first use, and aborts where the system has none left: that has to be before a file is there.
  void stat('.')
    .catch(() => {})
    .then(() => parent.ask('ready', held));
}

function hideOwnMemory(): void {
  const machine = machineOf(process);
  try {
    if (machine) hideMemory(loadLibc(), machine);
  } catch {
    // Without koffi there are no barriers either, which the parent reports.
  }
}

/**
 * Ends this process when its parent has ended, on systems that do not do so themselves. A thread checks, since the main
 * thread may be in native code for long. Windows keeps the parent's id, other systems assign another parent.
 */
function endWithParent(parentId: number): void {
  const code = `
    const isGone = () => {
      if (process.platform !== 'win32') return process.ppid !== ${parentId};
      try {
        return !process.kill(${parentId}, 0);
      } catch {
        return true;
      }
    };
    setInterval(() => isGone() && process.kill(process.pid, 'SIGKILL'), ${betweenLooksMilliseconds});`;
  new Worker(code, { eval: true }).unref();
}
