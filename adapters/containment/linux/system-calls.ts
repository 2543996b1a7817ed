/**
 * Numbers of system calls, from the kernel's tables for x86-64 and for arm64 (`asm-generic`); undefined if an
 * architecture lacks the call.
 */
const numbers = {
  accept: [43, 202],
  accept4: [288, 242],
  add_key: [248, 217],
  bind: [49, 200],
  bpf: [321, 280],
  chmod: [90, undefined],
  chown: [92, undefined],
  clone: [56, 220],
  clone3: [435, 435],
  connect: [42, 203],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  fchownat: [260, 54],
  fcntl: [72, 25],
  fork: [57, undefined],
  futimesat: [261, undefined],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  kcmp: [312, 272],
  keyctl: [250, 219],
  kill: [62, 129],
  lchown: [94, undefined],
  listen: [50, 201],
  lremovexattr: [198, 15],
  lsetxattr: [189, 6],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  move_pages: [279, 239],
  mq_open: [240, 180],
  msgget: [68, 186],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424],
  pivot_root: [155, 41],
  prctl: [157, 167],
  prlimit64: [302, 261],
  process_madvise: [440, 440],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  removexattr: [197, 14],
  request_key: [249, 218],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  sched_setaffinity: [203, 122],
  seccomp: [317, 277],
  semget: [64, 190],
  setns: [308, 268],
  setpriority: [141, 140],
  setxattr: [188, 5],
  shmget: [29, 194],
  socket: [41, 198],
  socketpair: [53, 199],
  tgkill: [234, 131],
  tkill: [200, 130],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  utime: [132, undefined],
  utimensat: [280, 88],
  utimes: [235, undefined],
  vfork: [58, undefined],
} satisfies Record<string, [x64: number | undefined, arm64: number | undefined]>;

export type SystemCall = keyof typeof numbers;
export type Machine = 'x64' | 'arm64';

/**
 * The architecture for which system calls have numbers here; undefined on other systems and architectures, which have no
 * barriers.
 *
 * @example machineOf({ platform: 'linux', arch: 'arm64' }) // 'arm64'
 */
export function machineOf({ platform, arch }: { platform: string; arch: string }): Machine | undefined {
  return platform === 'linux' && (arch === 'x64' || arch === 'arm64') ? arch : undefined;
}

/**
 * The number of a system call; undefined if the architecture has no such call.
 *
 * @example numberOf('prctl', 'x64') // 157
 */
export function numberOf(name: SystemCall, machine: Machine): number | undefined {
  return numbers[name][machine === 'x64' ? 0 : 1];
}

/** The number of a call that every architecture has. */
export function requiredNumber(name: SystemCall, machine: Machine): number {
  const number = numberOf(name, machine);
  if (number === undefined) throw new Error(`${machine} has no system call ${name}`);
  return number;
}
