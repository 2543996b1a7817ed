import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ContainedProgram } from '../../../adapters/containment/contained-process.ts';
import { containedReaders } from '../../../adapters/containment/contained-readers.ts';
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
  for (const _ of [1, 2]) await readers.use(({ process }) => process.ready);
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
