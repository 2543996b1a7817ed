import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { read } from '../house/tree.ts';
import { type FakeMachine, fakeMachine } from './first-run/fake-machine.ts';

let machine: FakeMachine;
beforeEach(() => {
  machine = fakeMachine();
});
afterEach(() => machine.close());

/** Runs without GDAL, which most of these tests are not about. */
const run = (options: Parameters<FakeMachine['run']>[0] = {}) =>
  machine.run({ ...options, env: { FAKE_GDAL: 'there', ...options.env } });
const npmRuns = () => machine.calls().filter((call) => call.startsWith('npm '));

describe('the version of Node', () => {
  test('an old one is refused in a sentence', async () => {
    const { code, said } = await run({ nodeVersion: 'v14.21.3' });
    expect(code).toBe(1);
    expect(said).toContain('Furrow needs Node 20 or newer; this is Node v14.21.3');
    expect(machine.calls()).toEqual([]);
  });

  test('Node 20 and newer ones are fine', async () => {
    for (const nodeVersion of ['v20.0.0', 'v24.3.0', 'v100.0.0']) expect((await run({ nodeVersion })).code).toBe(0);
  });

  test('one past its end of life starts, and a line says so', async () => {
    await run();
    expect((await machine.start({ nodeVersion: 'v20.20.2' })).said).toMatch(
      /^furrow: Node v20\.20\.2 gets no security fixes any more\..*\nfurrow start\b/,
    );
    expect((await machine.start({ nodeVersion: 'v22.0.0' })).said).toMatch(/^furrow start\b/);
  });

  test('is the same in package.json and the documents', () => {
    expect(JSON.parse(read('package.json')).engines).toEqual({ node: '>=20' });
    for (const document of ['README.md', 'docs/running.md', 'docs/deploy.md']) {
      expect(read(document)).toMatch(/Node(\.js)? 22 \(20 still works/);
    }
  });
});

describe('the packages', () => {
  test('are installed with npm ci when there are none, and the second run is silent', async () => {
    expect((await run()).code).toBe(0);
    expect(npmRuns()).toEqual([expect.stringMatching(/^npm ci --include=dev/)]);

    const second = await run();
    expect(second).toMatchObject({ code: 0, said: '' });
    expect(machine.calls()).toEqual([]);
  });

  test('are installed again when the lock file has other versions, not when it was only touched', async () => {
    await run();
    machine.calls();
    utimesSync(join(machine.project, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000));
    await run();
    expect(npmRuns()).toEqual([]);

    machine.writeLock({ 'node_modules/gdal-async': { version: '3.12.4' } });
    await run();
    expect(npmRuns()).toHaveLength(1);
  });

  test('that were installed by hand are left as they are', async () => {
    await run();
    machine.calls();
    rmSync(join(machine.project, 'node_modules', '.furrow-installed'));
    machine.writeLock({
      'node_modules/gdal-async': { version: '3.12.3' },
      'node_modules/for-another-platform': { version: '1.0.0', optional: true },
    });
    expect((await run()).code).toBe(0);
    expect(npmRuns()).toEqual([]);
  });

  test('are installed again after an interruption', async () => {
    await run();
    machine.calls();
    for (const note of ['.furrow-installed', '.package-lock.json']) rmSync(join(machine.project, 'node_modules', note));
    await run();
    expect(npmRuns()).toHaveLength(1);
  });

  test('that came from another platform are installed again', async () => {
    await run();
    machine.calls();
    const note = join(machine.project, 'node_modules', '.furrow-installed');
    writeFileSync(note, readFileSync(note, 'utf8').replace(process.platform, 'sunos'));
    await run();
    expect(npmRuns()).toHaveLength(1);
  });

  test('that cannot be installed end the run with the error of npm', async () => {
    const { code, said } = await run({ env: { FAKE_NPM: 'fails' } });
    expect(code).toBe(1);
    expect(said).toContain('npm error network is unreachable');
    expect(said).not.toContain('deprecated');
    expect((await run()).code).toBe(0);
  });

  test('are installed once when two runs start together', async () => {
    const runs = await Promise.all([run({ env: { FAKE_NPM: 'slow' } }), run({ env: { FAKE_NPM: 'slow' } })]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(npmRuns()).toHaveLength(1);
  });

  test('are installed with the network settings of the calling npm, but not with its arguments', async () => {
    await run({
      env: {
        npm_config_registry: 'https://registry.example/',
        npm_config_omit: 'dev',
        npm_config_prefix: '/elsewhere',
        npm_package_name: 'other',
        NODE_ENV: 'production',
      },
    });
    const seen = machine.environmentOf('npm');
    expect(seen).toMatchObject({ npm_config_registry: 'https://registry.example/', NODE_ENV: 'production' });
    expect(seen).not.toHaveProperty('npm_config_omit');
    expect(seen).not.toHaveProperty('npm_config_prefix');
    expect(seen).not.toHaveProperty('npm_package_name');
  });
});

test.each(['', '/nonexistent'])(
  'a home directory that is not writable (%j) is replaced by one in the project',
  async (HOME) => {
    await run({ env: { HOME } });
    expect(machine.environmentOf('npm').HOME).toBe(join(machine.project, 'dist', 'first-run', 'home'));
  },
);

describe('the tools that only tests need', () => {
  const flags = ['--test-tools'];

  test('are installed by apt for root who agreed', async () => {
    machine.provideApt();
    const { said } = await run({ flags, root: true, env: { FURROW_YES: '1' } });
    expect(said).toContain('chromium and gdal-bin installed');
    expect(await run({ flags, root: true })).toMatchObject({ code: 0, said: '' });
  });

  test('are left out with a reason for other users', async () => {
    machine.provideApt();
    machine.provide('ogr2ogr');
    const { code, said } = await run({ flags });
    expect(code).toBe(0);
    expect(said).toContain('skipping the browser tests: no chromium');
    expect(machine.calls().filter((call) => call.startsWith('apt-get'))).toEqual([]);
  });

  test('that apt cannot install are not retried at every run', async () => {
    machine.provideApt();
    const offline = { flags, root: true, env: { FURROW_YES: '1', FAKE_APT: 'offline' } };
    expect((await run(offline)).said).toContain('apt could not install them');
    machine.calls();
    expect((await run(offline)).said).toContain('skipping');
    expect(machine.calls()).toEqual([]);
  });

  test('are not needed for a start', async () => {
    machine.provideApt();
    await run({ root: true });
    expect(machine.calls().filter((call) => call.startsWith('apt-get'))).toEqual([]);
  });
});
