import { Socket } from 'node:net';
import { endWithParent } from './end-with-parent.ts';
import { heldVariable } from './launch-order.ts';
import { loadLibc } from './linux/libc.ts';
import { hideMemory } from './linux/restrict.ts';
import { machineOf } from './linux/system-calls.ts';
import { createPeer, type Peer, type Services, serviceOf } from './peer.ts';

/** Of the pipe to the parent. */
export const pipeDescriptor = 3;

/** The inside of a contained process: answers its parent, and ends with it. */
export function serveParent(services: (parent: Peer) => Services): void {
  hideOwnMemory();
  const pipe = new Socket({ fd: pipeDescriptor, readable: true, writable: true });
  const end = () => process.kill(process.pid, 'SIGKILL');
  const parent: Peer = createPeer(pipe, (name) => serviceOf(own, name), end);
  const own = services(parent);
  const held = (process.env[heldVariable] ?? '').split(',').filter(Boolean);
  if (!held.includes('parent')) endWithParent(process.ppid);
  void parent.ask('ready', held);
}

function hideOwnMemory(): void {
  const machine = machineOf(process);
  try {
    if (machine) hideMemory(loadLibc(), machine);
  } catch {
    // Without koffi there are no barriers either, which the parent says.
  }
}
