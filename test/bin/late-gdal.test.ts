import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { finishFirstRun } from '../../bin/commands/running/finish-first-run.ts';
import { eventually } from '../eventually.ts';
import { type FakeMachine, fakeMachine, type RunOptions } from './first-run/fake-machine.ts';
import { pinWheel, WHEEL, wheelWith } from './first-run/wheels.ts';

const wheel = wheelWith('GDAL');
const slow: RunOptions = { env: { FAKE_COMPILER: 'slow' } };

let machine: FakeMachine;
beforeEach(() => {
  machine = fakeMachine();
  pinWheel(machine.project, wheel);
  const folder = join(machine.project, 'elsewhere');
  mkdirSync(folder);
  writeFileSync(join(folder, WHEEL), wheel);
  machine.providePip(join(folder, WHEEL));
});
afterEach(() => machine.close());

const withCompiler = () => machine.provide('g++', 'make', 'python3');

describe('npm start', () => {
  test('installs the packages and leaves GDAL to the server where nobody has to be asked', async () => {
    withCompiler();
    expect((await machine.start()).said).toMatch(/packages installed in .*\nfurrow start --finish-first-run\n$/);
    expect(machine.calls()).toEqual([expect.stringMatching(/^npm ci /)]);
    // The second server finds what the first one has not finished.
    expect((await machine.start()).said).toBe('furrow start --finish-first-run\n');
    await machine.run();
    expect((await machine.start()).said).toBe('furrow start\n');
  });

  test('does so although an earlier server is still at it', async () => {
    withCompiler();
    await machine.start();
    const earlier = finishFirstRun(machine.project, machine.environment(slow));
    onTestFinished(() => earlier.stop());
    await eventually(() => expect(machine.pidOf('node-pre-gyp')).toBeDefined());
    expect((await machine.start()).said).toBe('furrow start --finish-first-run\n');
  });

  test.each([
    ['no compiler', {}, 'GDAL is missing'],
    ['FURROW_SKIP_GDAL=1', { env: { FURROW_SKIP_GDAL: '1' } }, 'GDAL is not checked'],
  ])('says before the server starts what is to be done: %s', async (_, options, said) => {
    machine.provideApt();
    const run = await machine.start(options);
    expect(run.said).toContain(said);
    expect(run.said).toMatch(/\nfurrow start\n$/);
  });

  test('asks nobody who has agreed', async () => {
    machine.provideApt();
    const agreed = { root: true, env: { FURROW_YES: '1' } };
    expect((await machine.start(agreed)).said).toMatch(/\nfurrow start --finish-first-run\n$/);
  });

  test('does not repeat what has failed', async () => {
    withCompiler();
    await machine.run({ env: { FAKE_COMPILER: 'broken' } });
    const { said } = await machine.start();
    expect(said).toContain('internal compiler error');
    expect(said).toMatch(/\nfurrow start\n$/);
  });
});

describe('beside the server', () => {
  beforeEach(async () => {
    withCompiler();
    await machine.start();
  });

  test('GDAL is awaited until it is there', async () => {
    const finishing = finishFirstRun(machine.project, machine.environment(slow));
    onTestFinished(() => finishing.stop());
    await eventually(() => expect(machine.pidOf('node-pre-gyp')).toBeDefined());
    expect(finishing.isAwaited()).toBe(true);
    machine.endCompilers();
    expect(await finishing.ended).toMatch(/^GDAL is ready after \d+ s$/);
    expect(finishing.isAwaited()).toBe(false);
  });

  test('a failure is one line that says what does not work, why, and where to read more', async () => {
    const finishing = finishFirstRun(machine.project, machine.environment({ env: { FAKE_COMPILER: 'broken' } }));
    const line = await finishing.ended;
    expect(line).toMatch(/^GDAL is missing \(.*internal compiler error.*\): uploads .* fail, everything else works;/);
    expect(line).toContain(join(machine.project, 'dist', 'first-run', 'output.log'));
    expect(line).not.toContain('\n');
  });

  test('a stop ends the compilers and says nothing', async () => {
    const finishing = finishFirstRun(machine.project, machine.environment(slow));
    await eventually(() => expect(machine.pidOf('node-pre-gyp')).toBeDefined());
    await finishing.stop();
    expect(await finishing.ended).toBeUndefined();
    await eventually(() => expect(isAlive(machine.pidOf('node-pre-gyp'))).toBe(false));
  });

  test('the death of the server ends the compilers, and the next one begins anew', async () => {
    const server = fakeServer(machine.environment(slow));
    await eventually(() => expect(machine.pidOf('node-pre-gyp')).toBeDefined());
    const first = machine.pidOf('node-pre-gyp');
    server.kill('SIGKILL');
    await eventually(() => expect(isAlive(first)).toBe(false));
    machine.endCompilers();
    const next = finishFirstRun(machine.project, machine.environment(slow));
    expect(await next.ended).toMatch(/^GDAL is ready/);
  });
});

function fakeServer(env: Record<string, string>): ChildProcess {
  const program = fileURLToPath(new URL('./first-run/fake-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, machine.project], { env, stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}
