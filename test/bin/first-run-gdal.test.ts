import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeMachine, fakeMachine } from './first-run/fake-machine.ts';
import { LIBRARY, pinWheel, WHEEL, wheelWith, withIndex } from './first-run/wheels.ts';

const BINDING = `node-v${process.versions.modules}-linux-${process.arch}`;
const COMPILER = ['g++', 'make', 'python3'];
const COMPILES = expect.stringMatching(/^node-pre-gyp install --fallback-to-build -j \d+$/);
const wheel = wheelWith('GDAL');

let machine: FakeMachine;
beforeEach(() => {
  machine = fakeMachine();
  pinWheel(machine.project, wheel);
});
afterEach(() => machine.close());

/** Programs that ran besides npm. */
const calls = () => machine.calls().filter((call) => !call.startsWith('npm '));

/** GDAL where the binding looks for it. */
const library = () =>
  readFileSync(join(machine.project, 'node_modules/gdal-async/lib/binding', BINDING, LIBRARY), 'utf8');

/** A wheel on the disk, under its name. */
function wheelFile(content: Uint8Array): string {
  const folder = join(machine.project, 'elsewhere');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, WHEEL), content);
  return join(folder, WHEEL);
}

describe('the pinned GDAL', () => {
  beforeEach(() => machine.provide(...COMPILER));

  test('comes by pip where that is there, is put beside the binding, and the binding is compiled to it', async () => {
    machine.providePip(wheelFile(wheel));
    expect(await machine.run()).toMatchObject({ code: 0, said: expect.stringContaining('GDAL 3.12.4 ready in') });
    const [pip, ...others] = calls();
    expect(pip).toMatch(/^pip download --no-deps --require-hashes --only-binary=:all: --implementation cp/);
    expect(pip).toContain('--platform manylinux_2_28_x86_64 --python-version 311 --abi abi3');
    expect(others).toEqual([COMPILES]);
    expect(library()).toBe('GDAL');
    expect(machine.environmentOf('node-pre-gyp')).toMatchObject({
      npm_config_build_from_source: 'true',
      npm_config_shared_gdal: 'true',
      CXX: 'furrow-c++',
      PATH: expect.stringMatching(/gdal-config-/),
    });
    expect(await machine.run()).toMatchObject({ code: 0, said: '' });
  });

  test.each(['json', 'html'] as const)('comes from PIP_INDEX_URL without pip: a page in %s', async (form) => {
    await withIndex({ wheel, form }, async (PIP_INDEX_URL, asked) => {
      expect((await machine.run({ env: { PIP_INDEX_URL } })).said).toContain('GDAL 3.12.4 ready in');
      expect(asked.map(({ path }) => path)).toEqual(['/simple/pyogrio/', expect.stringMatching(/^\/files\/.*\.whl$/)]);
    });
    expect(library()).toBe('GDAL');
  });

  test('is asked for with the login that the address of the index has', async () => {
    await withIndex({ wheel, form: 'json', login: 'farm:se%3Acret' }, async (PIP_INDEX_URL, asked) => {
      await machine.run({ env: { PIP_INDEX_URL } });
      const login = `Basic ${Buffer.from('farm:se:cret').toString('base64')}`;
      expect(asked.map(({ authorization }) => authorization)).toEqual([login, login]);
    });
  });

  test.each(['pip', 'an index'])('of another hash from %s is refused before it is unpacked', async (source) => {
    const evil = wheelWith('evil');
    if (source === 'pip') machine.providePip(wheelFile(evil));
    await withIndex({ wheel: evil, form: 'json' }, async (PIP_INDEX_URL) => {
      const { code, said } = await machine.run({ env: { PIP_INDEX_URL } });
      expect(code).toBe(0);
      expect(said).toContain(`${WHEEL} is another file than gdal.lock.json says`);
      expect(said).toContain('GDAL is missing');
    });
    expect(library).toThrow(/ENOENT/);
  });

  test('needs pip or an index, which the message names', async () => {
    const { code, said } = await machine.run();
    expect(code).toBe(0);
    expect(said).toContain('install pip, or set PIP_INDEX_URL');
  });

  test('gives way to the GDAL of the system where it cannot be had', async () => {
    machine.provide('gdal-config');
    const { said } = await machine.run();
    expect(said).toContain(`${WHEEL} needs pip, or PIP_INDEX_URL`);
    expect(said).toContain('GDAL 3.6.2 ready in');
    expect(calls()).toEqual([COMPILES]);
    expect(machine.environmentOf('node-pre-gyp').PATH).not.toContain('gdal-config-');
  });

  test('does not delay the start on a network without responses', async () => {
    await withIndex({ wheel, form: 'json' }, async (PIP_INDEX_URL) => {
      const silent = PIP_INDEX_URL.replace('/simple', '/silent');
      const env = { PIP_INDEX_URL: silent, FURROW_DOWNLOAD_PATIENCE_SECONDS: '1' };
      const { code, said } = await machine.run({ env });
      expect(code).toBe(0);
      expect(said).toContain('sent nothing for 1 s');
    });
  });

  test('whose compiler fails leaves a message, not a failed start', async () => {
    machine.providePip(wheelFile(wheel));
    const { code, said } = await machine.run({ env: { FAKE_COMPILER: 'broken' } });
    expect(code).toBe(0);
    expect(said).toContain('internal compiler error');
  });
});

describe('a compiler', () => {
  beforeEach(() => machine.providePip(wheelFile(wheel)));

  test('is installed by apt for root who agreed, without questions', async () => {
    machine.provideApt();
    const { code, said } = await machine.run({ root: true, env: { FURROW_YES: '1' } });
    expect(code).toBe(0);
    expect(said).toContain('GDAL 3.12.4 ready');
    expect(calls()).toEqual([
      expect.stringMatching(/^apt-get .* update$/),
      expect.stringMatching(/^apt-get .* install --no-install-recommends g\+\+ make python3$/),
      expect.stringMatching(/^pip download/),
      COMPILES,
    ]);
    expect(machine.environmentOf('apt-get')).toMatchObject({ DEBIAN_FRONTEND: 'noninteractive' });
  });

  test('is not installed where nobody can be asked: one line names it and how to agree', async () => {
    machine.provideApt();
    const { code, said } = await machine.run({ root: true });
    expect(code).toBe(0);
    expect(said).toContain('shapefiles and rasters need g++, make, python3, which apt-get would install');
    expect(said).toContain('FURROW_YES=1 agrees');
    expect(said).toContain('GDAL is missing');
    expect(calls()).toEqual([]);
  });

  test('is named with its command to other users, who are not delayed the next time', async () => {
    machine.provideApt();
    const first = await machine.run();
    expect(first.code).toBe(0);
    expect(first.said).toContain(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends g++ make python3',
    );
    expect(calls()).toEqual([]);

    const second = await machine.run();
    expect(second.code).toBe(0);
    expect(second.said).toContain('GDAL is missing');
    expect(calls()).toEqual([]);
  });

  test('that somebody installed is enough: the next run compiles', async () => {
    machine.provideApt();
    await machine.run();
    machine.provide(...COMPILER);
    expect((await machine.run()).said).toContain('GDAL 3.12.4 ready');
  });

  test('that apt cannot fetch leaves a message, not a failed start', async () => {
    machine.provideApt();
    const { code, said } = await machine.run({ root: true, env: { FURROW_YES: '1', FAKE_APT: 'offline' } });
    expect(code).toBe(0);
    expect(said).toContain('E: Unable to fetch some archives');
    expect(said).toContain('to get it apt-get update && apt-get install');
  });
});

test('packages moved to a machine without their GDAL are checked again', async () => {
  machine.provide(...COMPILER);
  machine.providePip(wheelFile(wheel));
  await machine.run();
  const note = join(machine.project, 'node_modules', '.furrow-gdal');
  writeFileSync(note, readFileSync(note, 'utf8').replace('null', '"/usr/lib/libgdal.so.gone"'));
  expect(await machine.run()).toMatchObject({ code: 0 });
  expect(readFileSync(note, 'utf8')).not.toContain('gone');
});

test('FURROW_SKIP_GDAL=1 continues without GDAL and says so', async () => {
  const { code, said } = await machine.run({ env: { FURROW_SKIP_GDAL: '1' } });
  expect(code).toBe(0);
  expect(said).toContain('FURROW_SKIP_GDAL=1');
  expect(calls()).toEqual([]);
});
