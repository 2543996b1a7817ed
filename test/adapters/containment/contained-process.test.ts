import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ContainedFailure, ProcessLost } from '../../../adapters/containment/contained-failure.ts';
import {
  type ContainedProcess,
  type ContainedProgram,
  startContained,
} from '../../../adapters/containment/contained-process.ts';
import { barriers } from '../../../adapters/containment/launch-order.ts';
import type { Services } from '../../../adapters/containment/peer.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from './contained-program.ts';

const isLinux = process.platform === 'linux';
const folder = temporaryFolder('contained');
let program: ContainedProgram;
beforeAll(async () => {
  program = await containedProgram('test/adapters/containment/hostile-program.ts', folder);
});

function start(changes: Partial<ContainedProgram> = {}): ContainedProcess {
  const own = join(folder, `own-${Math.random()}`);
  mkdirSync(own);
  const started = startContained({ ...program, ...changes }, own);
  onTestFinished(() => started.end());
  return started;
}

const within = (processor: number, wall = 60_000) => ({ processor, wall });

const ask = (one: ContainedProcess, service: string, value?: unknown, services: Services = {}, milliseconds = 30_000) =>
  one.work(within(milliseconds), services, (peer) => peer.ask(service, value));

describe.runIf(isLinux)('on Linux a contained process', () => {
  let one: ContainedProcess;
  beforeAll(() => {
    const own = join(folder, 'own');
    mkdirSync(own);
    one = startContained(program, own);
  });
  afterAll(() => one.end());

  it('has every barrier', async () => {
    expect(await one.ready).toEqual(expect.arrayContaining([...barriers]));
  });

  it('reads and writes only in its own folder', async () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'key');
    expect(await ask(one, 'write', join(one.folder, 'mine'))).toBeNull();
    expect(await ask(one, 'read', join(one.folder, 'mine'))).toBeNull();
    for (const path of [secret, '/etc/passwd', '/proc/1/environ', `/proc/${process.pid}/environ`]) {
      expect(await ask(one, 'read', path), path).toBe('EACCES');
    }
    for (const path of ['/', '/tmp', '/etc', process.cwd()]) expect(await ask(one, 'list', path), path).toBe('EACCES');
    for (const path of [join(folder, 'other'), '/tmp/other', program.program]) {
      expect(await ask(one, 'write', path), path).toBe('EACCES');
    }
    expect(await ask(one, 'link', [secret, join(one.folder, 'link')])).toBe('EACCES');
    expect(await ask(one, 'mode', secret)).toBe('EPERM');
  });

  it('loads native packages where a package.json lies above its program, as in the folder of a project', async () => {
    const packageFile = join(folder, 'package.json');
    writeFileSync(packageFile, '{}');
    const own = join(folder, 'packaged');
    mkdirSync(own);
    const packaged = startContained(program, own);
    onTestFinished(() => packaged.end());
    expect(await ask(packaged, 'read', packageFile)).toBeNull();
    expect(await ask(packaged, 'require', '@duckdb/node-bindings')).toBeNull();
  });

  it('reaches no network, starts no program and signals no other process', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.on('listening', resolve));
    const { port } = server.address() as { port: number };
    expect(await ask(one, 'connect', port)).toBe('EPERM');
    for (const path of ['/bin/true', process.execPath])
      expect(await ask(one, 'run', path), path).toMatch(/EACCES|EPERM/);
    expect(await ask(one, 'signal', process.pid)).toBe('EPERM');
  });

  it('leaves no dump of its memory, and is unreadable for other programs', async () => {
    expect(await ask(one, 'dumpable')).toBe(0);
  });

  it('has all barriers but those for files without Landlock', async () => {
    const unlocked = start({ without: ['files'] });
    expect(await unlocked.ready).not.toContain('files');
    expect(await ask(unlocked, 'signal', process.pid)).toBe('EPERM');
    expect(await ask(unlocked, 'run', '/bin/true')).toMatch(/EACCES|EPERM/);
  });
});

it('has no variable of its parent but those of installation paths', async () => {
  process.env.AWS_SECRET_ACCESS_KEY = 'a secret of the parent';
  onTestFinished(() => void delete process.env.AWS_SECRET_ACCESS_KEY);
  const found = await ask(start(), 'environment');
  expect(JSON.stringify(found)).not.toContain('a secret of the parent');
  const allowed = [
    'FURROW_HELD',
    'GDAL_DATA',
    'HOME',
    'LD_LIBRARY_PATH',
    'NODE_PATH',
    'PROJ_DATA',
    'PROJ_LIB',
    'TMPDIR',
    'TZ',
  ];
  expect(Object.keys(found as object).filter((name) => !allowed.includes(name))).toEqual([]);
});

it.each([
  ['loop', 'deadline', 1_500, 0],
  ['eat', 'memory', 60_000, 1_500],
  ['abort', 'crash', 60_000, 0],
  ['garble', 'crash', 60_000, 0],
] as const)('is ended when it does %s, and says %s', async (service, reason, milliseconds, megabytes) => {
  const one = start();
  await one.ready;
  const failure = ask(one, service, undefined, {}, milliseconds);
  await expect(failure).rejects.toBeInstanceOf(ContainedFailure);
  await expect(failure).rejects.toMatchObject({ reason, megabytes });
});

it('is ended while its parent reads from it, with the reason deadline', async () => {
  const failure = start().work(within(1_500), { store: (offered) => read(offered) }, (given) => {
    read = async (offered) => {
      for await (const _ of given.read(offered));
    };
    return given.ask('answerEndlessly', undefined);
  });
  let read: (offered: number) => Promise<void> = async () => {};
  await expect(failure).rejects.toBeInstanceOf(ContainedFailure);
  await expect(failure).rejects.toMatchObject({ reason: 'deadline' });
});

it('is not reported as a failure over its file when another process ends it', async () => {
  const one = start();
  const id = (await ask(one, 'identity')) as number;
  const failure = ask(one, 'loop');
  setTimeout(() => process.kill(id, 'SIGKILL'), 200);
  await expect(failure).rejects.toBeInstanceOf(ProcessLost);
  await expect(failure).rejects.toThrow('SIGKILL');
});

it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGXCPU', 'SIGUSR2'] as const)(
  'is not at fault when %s comes from outside, whether its parent writes to it or reads from it',
  async (signal) => {
    const writing = start();
    const id = (await ask(writing, 'identity')) as number;
    // More than a pipe holds, so that the parent is still writing when the process is gone.
    const written = ask(writing, 'loopAfter', 'x'.repeat(16 * 1024 * 1024));
    written.catch(() => {});
    process.kill(id, signal);
    await expect(written).rejects.toBeInstanceOf(ProcessLost);
    await expect(written).rejects.toThrow(signal);

    const reading = start();
    const readingId = (await ask(reading, 'identity')) as number;
    const read = reading.work(within(30_000), {}, async (peer) => {
      const offered = (await peer.ask('offer', 1_000_000)) as number;
      for await (const _ of peer.read(offered)) process.kill(readingId, signal);
    });
    await expect(read).rejects.toBeInstanceOf(ProcessLost);
    await expect(read).rejects.toThrow(signal);
  },
);

it.each([
  ['SIGSEGV', 'SIGSEGV'],
  ['SIGABRT', 'SIGABRT'],
  ['SIGBUS', 'SIGBUS'],
  ['SIGFPE', 'SIGFPE'],
  ['SIGILL', 'SIGILL'],
  ['SIGTRAP', 'SIGTRAP'],
  [3, 'exit code 3'],
  [0, 'exit code 0'],
] as const)('names the end %s, with its last words, also while its parent writes to it', async (how, ending) => {
  const end = ask(start(), 'endBy', { how, words: 'assertion failed: x', ballast: 'x'.repeat(4 * 1024 * 1024) });
  await expect(end).rejects.toBeInstanceOf(ContainedFailure);
  await expect(end).rejects.toMatchObject({ reason: 'crash', words: 'assertion failed: x' });
  await expect(end).rejects.toThrow(ending);
});

it.each(['Resource temporarily unavailable', 'uv_thread_create: EAGAIN', 'EMFILE: too many open files'])(
  'is not at fault when the system has no more to give: %s',
  async (words) => {
    await expect(ask(start(), 'fail', words)).rejects.toBeInstanceOf(ProcessLost);
    await expect(ask(start(), 'endBy', { how: 'SIGABRT', words })).rejects.toBeInstanceOf(ProcessLost);
  },
);

it('is ended when it closes its pipe and goes on, which is not reported as a fault of its file', async () => {
  await expect(ask(start(), 'closePipe')).rejects.toBeInstanceOf(ProcessLost);
});

it('may wait as long as the far limit, since only the time of a processor counts', async () => {
  expect(await ask(start(), 'waitFor', 600, {}, 150)).toBe('waited');
  const late = start().work(within(30_000, 300), {}, (peer) => peer.ask('waitFor', 60_000));
  await expect(late).rejects.toBeInstanceOf(ProcessLost);
  await expect(late).rejects.toThrow('not done after 300 ms');
});

it('is ended when it does not start, which is not reported as a fault of its file', async () => {
  const silent = join(folder, 'silent.mjs');
  writeFileSync(silent, 'setInterval(() => {}, 1_000);');
  const failure = ask(start({ program: silent, maxStartMilliseconds: 500 }), 'identity');
  await expect(failure).rejects.not.toBeInstanceOf(ContainedFailure);
  await expect(failure).rejects.toThrow('was not there after 500 ms');
});

it('can call its parent, whose error is returned unchanged', async () => {
  const one = start();
  expect(await ask(one, 'askBack', [1], { answer: async (value) => ({ value }) })).toEqual({ value: [1] });
  const fault = new RangeError('the bucket is full');
  const failing = ask(one, 'askBack', 1, { answer: () => Promise.reject(fault) });
  await expect(failing).rejects.toBe(fault);
});

it("offers content that is read at the parent's pace", async () => {
  const pieces = await start().work(within(30_000), {}, async (peer) => {
    const found: number[] = [];
    for await (const piece of peer.read((await peer.ask('offer', 20)) as number))
      found.push(piece.length, piece[0] ?? -1);
    return found;
  });
  expect(pieces).toEqual(Array.from({ length: 20 }, (_, at) => [100_000, at]).flat());
});

it('fails over its file when it says so, but not when the disk is full', async () => {
  const failure = ask(start(), 'fail', 'Binder Error: no such column\nLINE 1');
  await expect(failure).rejects.toBeInstanceOf(ContainedFailure);
  await expect(failure).rejects.toMatchObject({ reason: 'error', message: 'Binder Error: no such column' });
  await expect(ask(start(), 'fail', 'Out of Memory Error: 800 MB')).rejects.toMatchObject({ reason: 'memory' });
  for (const words of ['ENOSPC: no space left on device, write', 'EIO: i/o error, read']) {
    await expect(ask(start(), 'fail', words)).rejects.not.toBeInstanceOf(ContainedFailure);
  }
});
