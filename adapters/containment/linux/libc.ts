import { createRequire } from 'node:module';
import type * as koffiModule from 'koffi';

/** The few calls of Linux that Node.js has no function for. Each throws on errors. */
export interface Libc {
  /** A system call by number. Buffers are passed by address. */
  call(name: string, number: number, ...values: (number | Buffer | null)[]): number;
  /** Filters all later system calls of this thread and its children with a program of classic BPF. */
  filter(number: number, program: Buffer): void;
  /** Replaces this process, whose id stays. Returns only by throwing. */
  execve(path: string, args: readonly string[], env: Record<string, string>): never;
}

/** SECCOMP_SET_MODE_FILTER */
const filterMode = 1;
const bytesOfStep = 8;

/**
 * The C library of this process through koffi, which is in node_modules or in a Lambda layer.
 *
 * @throws Error if it cannot be loaded.
 * @example const libc = loadLibc();
 */
export function loadLibc(): Libc {
  const koffi = createRequire(import.meta.url)('koffi') as typeof koffiModule;
  const library = koffi.load(null);
  const syscall = library.func('long syscall(long number, ...)');
  // Unnamed, since a name can be declared only once.
  const described = koffi.pointer(koffi.struct({ len: 'uint16_t', filter: 'void *' }));
  const execve = library.func('int execve(const char *path, const char **args, const char **env)');
  const failed = (name: string) => new Error(`${name} was refused with the error number ${koffi.errno()}`);
  return {
    call(name, number, ...values) {
      const typed = values.flatMap((value): unknown[] => [typeof value === 'number' ? 'long' : 'void *', value]);
      const result = Number(syscall(number, ...typed));
      if (result < 0) throw failed(name);
      return result;
    },
    filter(number, program) {
      const whole = { len: program.length / bytesOfStep, filter: program };
      if (Number(syscall(number, 'long', filterMode, 'long', 0, described, whole)) < 0) throw failed('seccomp');
    },
    execve(path, args, env) {
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      execve(path, [path, ...args, null], [...variables, null]);
      throw failed('execve');
    },
  };
}
