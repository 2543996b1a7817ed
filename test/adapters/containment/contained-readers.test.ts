import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ProcessLost } from '../../../adapters/containment/contained-failure.ts';
import type { ContainedProgram } from '../../../adapters/containment/contained-process.ts';
import { containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { UnsettledEnd } from '../../../adapters/containment/tries.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from './contained-program.ts';

const folder = temporaryFolder('contained-readers');
let program: ContainedProgram;
beforeAll(async () => {
  program = await containedProgram('test/adapters/containment/hostile-program.ts', folder);
});

/** The lines reported with two processes one after the other. */
async function said(changes: Partial<ContainedProgram> = {}) {
  const lines: string[] = [];
  const readers = containedReaders({ ...program, ...changes }, (line) => void lines.push(line));
  const atOnce = [...lines];
  for (const _ of [1, 2]) await readers.use((reader) => reader.work(30_000, {}, async () => {}));
  await readers.end();
  return { atOnce, later: lines.slice(atOnce.length) };
}

it.runIf(process.platform === 'linux')('reports nothing where nothing is missing', async () => {
  expect(await said()).toEqual({ atOnce: [], later: [] });
});

it('reports before a process has started what the system lacks', async () => {
  const { arch } = process;
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }));
  Object.defineProperty(process, 'arch', { value: 'a machine without barriers' });
  const { atOnce } = await said();
  expect(atOnce).toEqual([expect.stringMatching(/Landlock.*seccomp.*parent/)]);
});

it.runIf(process.platform === 'linux')('reports once what a process lacks, though the system has it', async () => {
  const { atOnce, later } = await said({ without: ['files'] });
  expect(atOnce).toEqual([]);
  expect(later).toEqual([expect.stringContaining('Landlock')]);
});

/** Readers whose tries have no pauses, and what they report. */
function quickReaders() {
  const lines: string[] = [];
  const readers = containedReaders(
    program,
    (line) => void lines.push(line),
    async () => {},
  );
  onTestFinished(() => readers.end());
  return { readers, lines: () => lines.filter((line) => line.startsWith('Try ')) };
}

it('reads again in a fresh process and an empty folder after one has crashed, and logs its signal and last words', async () => {
  const { readers, lines } = quickReaders();
  const ids: unknown[] = [];
  const result = await readers.use(async (reader) => {
    const trace = join(reader.folder, 'trace');
    expect(existsSync(trace)).toBe(false);
    writeFileSync(trace, '');
    ids.push(await reader.work(30_000, {}, (peer) => peer.ask('identity', undefined)));
    if (ids.length === 3) return 'read';
    return reader.work(30_000, {}, (peer) => peer.ask('endBy', { how: 'SIGSEGV', words: 'the last words' }));
  });
  expect(result).toBe('read');
  expect(new Set(ids).size).toBe(3);
  expect(lines()).toEqual([
    expect.stringMatching(/^Try 1 of 3: .*SIGSEGV.*the last words$/),
    expect.stringMatching(/^Try 2 of 3: .*SIGSEGV.*the last words$/),
  ]);
});

it('holds three equal crashes against a file, and not those of which one came from outside', async () => {
  const { readers } = quickReaders();
  const ended = (hows: string[]) =>
    readers.use((reader) =>
      reader.work(30_000, {}, async (peer) => {
        const how = hows.shift();
        if (how !== 'outside') return peer.ask('endBy', { how, words: '' });
        const id = (await peer.ask('identity', undefined)) as number;
        const looping = peer.ask('loop', undefined);
        process.kill(id, 'SIGKILL');
        return looping;
      }),
    );
  await expect(ended(['SIGABRT', 'SIGABRT', 'SIGABRT'])).rejects.toMatchObject({ reason: 'crash' });
  await expect(ended(['SIGABRT', 'outside', 'SIGABRT'])).rejects.toBeInstanceOf(UnsettledEnd);
  await expect(ended(['outside', 'outside', 'outside'])).rejects.toBeInstanceOf(ProcessLost);
});

it('reads alone what it reads again', async () => {
  let crashedOnce = () => {};
  const crashed = new Promise<void>((resolve) => {
    crashedOnce = resolve;
  });
  const readers = containedReaders(
    program,
    () => {},
    async () => crashedOnce(),
  );
  onTestFinished(() => readers.end());
  const order: string[] = [];
  let finish = () => {};
  const beside = readers.use(async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    order.push('the other is done');
  });
  let tries = 0;
  const crashing = readers.use((reader) => {
    tries += 1;
    if (tries === 2) order.push('again');
    return reader.work(30_000, {}, async (peer) => (tries === 2 ? 'read' : peer.ask('abort', undefined)));
  });
  await crashed;
  finish();
  await Promise.all([beside, crashing]);
  expect(order).toEqual(['the other is done', 'again']);
});
