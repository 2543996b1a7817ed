import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeMachine, fakeMachine } from './first-run/fake-machine.ts';

const COMPILER = ['gdal-config', 'g++', 'make', 'python3'];

let machine: FakeMachine;
beforeEach(() => {
  machine = fakeMachine();
});
afterEach(() => machine.close());

/** What ran besides npm. */
const calls = () => machine.calls().filter((call) => !call.startsWith('npm '));

test('the prebuilt binding is taken when it can be had', async () => {
  machine.provideApt();
  const { code, said } = await machine.run({ root: true, env: { FAKE_PREBUILT: 'fine' } });
  expect(code).toBe(0);
  expect(said).toContain('GDAL 3.6.2 downloaded');
  expect(calls()).toEqual(['node-pre-gyp install --update-binary']);
  expect(await machine.run()).toMatchObject({ code: 0, said: '' });
});

test('without the prebuilt, a compiler that is there compiles the binding against the GDAL that is there', async () => {
  machine.provide(...COMPILER);
  const { said } = await machine.run();
  expect(said).toContain('GDAL 3.6.2 ready, compiled in');
  expect(calls()).toEqual([
    'node-pre-gyp install --update-binary',
    expect.stringMatching(/^node-pre-gyp install --fallback-to-build -j \d+$/),
  ]);
  expect(machine.environmentOf('node-pre-gyp')).toMatchObject({
    npm_config_build_from_source: 'true',
    npm_config_shared_gdal: 'true',
  });
});

test('root on Debian gets GDAL and a compiler by apt, without questions', async () => {
  machine.provideApt();
  const { code, said } = await machine.run({ root: true });
  expect(code).toBe(0);
  expect(said).toContain('GDAL 3.6.2 ready');
  expect(calls()).toEqual([
    'node-pre-gyp install --update-binary',
    expect.stringMatching(/^apt-get .* update$/),
    expect.stringMatching(/^apt-get .* install --no-install-recommends g\+\+ make python3 libgdal-dev$/),
    expect.stringMatching(/^node-pre-gyp install --fallback-to-build/),
  ]);
  expect(machine.environmentOf('apt-get')).toMatchObject({ DEBIAN_FRONTEND: 'noninteractive' });
});

test('a prebuilt binding that does not fit this machine is replaced', async () => {
  machine.provide(...COMPILER);
  const { said } = await machine.run({ env: { FAKE_PREBUILT: 'does-not-fit' } });
  expect(said).toContain('GDAL 3.6.2 ready');
});

test('others get one message with the command, go on, and are not kept waiting the next time', async () => {
  machine.provideApt();
  const first = await machine.run();
  expect(first.code).toBe(0);
  expect(first.said).toContain(
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends g++ make python3 libgdal-dev',
  );
  expect(first.said.match(/apt-get install/g)).toHaveLength(1);
  expect(calls()).toEqual(['node-pre-gyp install --update-binary']);

  const second = await machine.run();
  expect(second.code).toBe(0);
  expect(second.said).toContain('GDAL is not here');
  expect(calls()).toEqual([]);
});

test('following that command is enough: the next run compiles', async () => {
  machine.provideApt();
  await machine.run();
  machine.provide(...COMPILER);
  expect((await machine.run()).said).toContain('GDAL 3.6.2 ready');
});

test('a network that swallows the download does not hold the start up', async () => {
  const { code, said, milliseconds } = await machine.run({
    env: { FAKE_PREBUILT: 'stalls', FURROW_DOWNLOAD_PATIENCE_SECONDS: '1' },
  });
  expect(code).toBe(0);
  expect(said).toContain('the download got nothing for 1 s');
  expect(milliseconds).toBeLessThan(8000);
});

test('a compiler that fails leaves a message, not a failed start', async () => {
  machine.provide(...COMPILER);
  const { code, said } = await machine.run({ env: { FAKE_COMPILER: 'broken' } });
  expect(code).toBe(0);
  expect(said).toContain('internal compiler error');
});

test('apt without a network leaves a message, not a failed start', async () => {
  machine.provideApt();
  const { code, said } = await machine.run({ root: true, env: { FAKE_APT: 'offline' } });
  expect(code).toBe(0);
  expect(said).toContain('E: Unable to fetch some archives');
  expect(said).toContain('to get it apt-get update && apt-get install');
});

test('packages that were carried to a machine without that GDAL are looked at again', async () => {
  await machine.run({ env: { FAKE_PREBUILT: 'fine' } });
  const note = join(machine.project, 'node_modules', '.furrow-gdal');
  writeFileSync(note, readFileSync(note, 'utf8').replace('null', '"/usr/lib/libgdal.so.gone"'));
  expect(await machine.run()).toMatchObject({ code: 0, said: '' });
  expect(readFileSync(note, 'utf8')).not.toContain('gone');
});

test('FURROW_SKIP_GDAL=1 goes on without it and says so', async () => {
  const { code, said } = await machine.run({ env: { FURROW_SKIP_GDAL: '1' } });
  expect(code).toBe(0);
  expect(said).toContain('FURROW_SKIP_GDAL=1');
  expect(calls()).toEqual([]);
});
