import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, readdirSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { loadLibc } from '../../../adapters/containment/linux/libc.ts';
import { machineOf, requiredNumber } from '../../../adapters/containment/linux/system-calls.ts';
import { serveParent } from '../../../adapters/containment/serve.ts';

/** PR_GET_DUMPABLE */
const getDumpable = 3;

/** The result of an attempt: the code of the system's refusal, or nothing. */
const codeOf = (attempt: () => unknown) => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

/** A program that tries what a parser would try after a file has taken it over. */
serveParent((parent) => ({
  read: async (path: string) => codeOf(() => readFileSync(path)),
  require: async (name: string) => codeOf(() => createRequire(import.meta.url)(name)),
  list: async (path: string) => codeOf(() => readdirSync(path)),
  write: async (path: string) => codeOf(() => writeFileSync(path, 'x')),
  link: async ([target, path]: [string, string]) => codeOf(() => symlinkSync(target, path)),
  mode: async (path: string) => codeOf(() => chmodSync(path, 0o777)),
  run: async (path: string) => codeOf(() => execFileSync(path)),
  signal: async (id: number) => codeOf(() => process.kill(id, 0)),
  connect: (port: number) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(undefined));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    }),
  dumpable: async () =>
    loadLibc().call('prctl', requiredNumber('prctl', machineOf(process) ?? 'x64'), getDumpable, 0, 0, 0, 0),
  environment: async () => process.env,
  identity: async () => process.pid,
  async loop() {
    for (;;);
  },
  async eat() {
    const eaten: Buffer[] = [];
    for (;;) eaten.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  async loopAfter(_ballast: string) {
    for (;;);
  },
  async waitFor(milliseconds: number) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return 'waited';
  },
  /** Ends by a signal or with an exit code. */
  async endBy({ how, words }: { how: NodeJS.Signals | number; words: string }) {
    writeSync(2, words);
    if (typeof how === 'number') process.exit(how);
    process.kill(process.pid, how);
  },
  async closePipe() {
    closeSync(3);
    for (;;);
  },
  abort: async () => process.abort(),
  fail: (words: string) => Promise.reject(new Error(words)),
  async garble() {
    writeSync(3, Buffer.alloc(64, 255));
    return 'sent';
  },
  askBack: (value: unknown) => parent.ask('answer', value),
  /** Makes its parent read an endless message. */
  async answerEndlessly() {
    async function* pieces() {
      yield Buffer.alloc(10);
      for (;;);
    }
    return parent.ask('store', parent.offer(pieces));
  },
  async offer(size: number) {
    async function* pieces() {
      for (let at = 0; at < size; at++) yield Buffer.alloc(100_000, at);
    }
    return parent.offer(pieces);
  },
}));
