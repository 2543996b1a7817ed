import type { Libc } from './libc.ts';
import { type Machine, numberOf, requiredNumber, type SystemCall } from './system-calls.ts';

/** System calls that a parser does not need, but an attacker who has taken it over would. */
const refused: readonly SystemCall[] = [
  // The network; the pipes to the parent are open already.
  ...(['socket', 'socketpair', 'connect', 'bind', 'listen', 'accept', 'accept4'] as const),
  // Other processes, and new ones.
  ...(['fork', 'vfork', 'ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'kcmp'] as const),
  ...(['tkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo', 'pidfd_open', 'pidfd_getfd', 'pidfd_send_signal'] as const),
  ...(['setpriority', 'sched_setaffinity', 'move_pages', 'shmget', 'semget', 'msgget', 'mq_open'] as const),
  // Calls that Landlock does not restrict: owners, modes, times and attributes of files.
  ...(['chmod', 'fchmodat', 'fchmodat2', 'chown', 'lchown', 'fchownat', 'open_by_handle_at'] as const),
  ...(['utime', 'utimes', 'utimensat', 'futimesat', 'setxattr', 'lsetxattr', 'removexattr', 'lremovexattr'] as const),
  // Parts of the kernel that are attacked by local programs.
  ...(['mount', 'umount2', 'mount_setattr', 'move_mount', 'open_tree', 'pivot_root', 'unshare', 'setns'] as const),
  ...(['bpf', 'perf_event_open', 'userfaultfd', 'keyctl', 'add_key', 'request_key'] as const),
];

/** Calls that are reported as not implemented, so that libraries fall back to older ones. */
const unknown: readonly SystemCall[] = ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'];

/** Calls that are allowed for this process, which their first argument names. */
const onlyOnItself: readonly SystemCall[] = ['kill', 'tgkill'];

// Classic BPF (linux/bpf_common.h) and its use by seccomp (linux/seccomp.h).
const [load, jumpIfEqual, jumpIfAtLeast, jumpIfSet, answer] = [0x20, 0x15, 0x35, 0x45, 0x06];
const [callAt, machineAt, firstValueAt] = [0, 4, 16];
const [allow, killProcess, withError] = [0x7fff0000, 0x80000000, 0x00050000];
const [notPermitted, noSuchCall] = [1, 38];
const machines = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Start of the second table of calls on x86-64. */
const secondTable = 0x40000000;
/** CLONE_THREAD */
const asThread = 0x00010000;

/** SECCOMP_GET_ACTION_AVAIL */
const askForAction = 2;

/** Checks that the kernel has filters which can refuse calls. @throws Error if it does not. */
export function canRefuseCalls(libc: Libc, machine: Machine): void {
  const action = Buffer.alloc(4);
  action.writeUInt32LE(withError);
  libc.call('seccomp', requiredNumber('seccomp', machine), askForAction, 0, action);
}

type Step = [code: number, value: number, ifTrue?: number, ifFalse?: number];

/** The filter as a program of eight-byte instructions. */
export function filterProgram(machine: Machine, ownId: number): Buffer {
  const steps: Step[] = [
    [load, machineAt],
    [jumpIfEqual, machines[machine], 1, 0],
    [answer, killProcess],
    [load, callAt],
    [jumpIfAtLeast, secondTable, 0, 1],
    [answer, killProcess],
  ];
  const on = (name: SystemCall, then: Step[]) => {
    const number = numberOf(name, machine);
    if (number !== undefined) steps.push([jumpIfEqual, number, 0, then.length], ...then);
  };
  for (const name of refused) on(name, [[answer, withError | notPermitted]]);
  for (const name of unknown) on(name, [[answer, withError | noSuchCall]]);
  const unlessFirstIs = (...ids: number[]): Step[] => [
    [load, firstValueAt],
    ...ids.map((id, index): Step => [jumpIfEqual, id, ids.length - index, 0]),
    [answer, withError | notPermitted],
    [answer, allow],
  ];
  for (const name of onlyOnItself) on(name, unlessFirstIs(ownId));
  // Zero is the process itself.
  on('prlimit64', unlessFirstIs(0, ownId));
  on('clone', [
    [load, firstValueAt],
    [jumpIfSet, asThread, 1, 0],
    [answer, withError | notPermitted],
    [answer, allow],
  ]);
  steps.push([answer, allow]);
  const program = Buffer.alloc(steps.length * 8);
  for (const [index, [code, value, ifTrue = 0, ifFalse = 0]] of steps.entries()) {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(ifTrue, index * 8 + 2);
    program.writeUInt8(ifFalse, index * 8 + 3);
    program.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return program;
}
