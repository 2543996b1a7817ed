import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeMachine, fakeMachine } from './first-run/fake-machine.ts';

const BINDING = `node-v${process.versions.modules}-${process.platform}-${process.arch}`;
const COMPILER = ['gdal-config', 'g++', 'make', 'python3'];

let machine: FakeMachine;
beforeEach(() => {
  machine = fakeMachine();
});
afterEach(() => machine.close());

/** Programs that ran besides npm. */
const calls = () => machine.calls().filter((call) => !call.startsWith('npm '));

/** The release served for this machine: an archive with one file, like the maintainer's. */
function release(content: string): { archive: Buffer; sha256: string } {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-release-'));
  try {
    mkdirSync(join(folder, BINDING));
    writeFileSync(join(folder, BINDING, 'gdal.node'), content);
    const archive = execFileSync('tar', ['-cz', '-C', folder, BINDING]);
    return { archive, sha256: createHash('sha256').update(archive).digest('hex') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeGdalLock(sha256: string): void {
  const lock = { version: '3.12.3', sha256: { [BINDING]: sha256 } };
  writeFileSync(join(machine.project, 'gdal.lock.json'), JSON.stringify(lock));
}

/** Serves releases while `work` runs; without an archive it never responds. */
async function withReleases<T>(archive: Buffer | undefined, work: (releases: string, asked: string[]) => Promise<T>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (archive) response.end(archive);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the prebuilt binding', () => {
  const { archive, sha256 } = release('whole');
  const compiled = [expect.stringMatching(/^node-pre-gyp install --fallback-to-build -j \d+$/)];

  test.each(['the lock', 'FURROW_TRUST_GDAL'])('is used when it has the hash of %s', async (by) => {
    machine.provideApt();
    machine.provideReal('tar');
    if (by === 'the lock') writeGdalLock(sha256);
    await withReleases(archive, async (FAKE_RELEASES, asked) => {
      const trust: Record<string, string> = by === 'the lock' ? {} : { FURROW_TRUST_GDAL: sha256 };
      const { code, said } = await machine.run({ root: true, env: { FAKE_RELEASES, ...trust } });
      expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('GDAL 3.6.2 downloaded') });
      expect(asked).toEqual([`/v3.12.3/${BINDING}.tar.gz`]);
    });
    expect(calls()).toEqual([]);
    expect(await machine.run()).toMatchObject({ code: 0, said: '' });
  });

  test('is not even fetched when its hash is unknown: one line says so, and GDAL is compiled', async () => {
    machine.provide(...COMPILER);
    await withReleases(archive, async (FAKE_RELEASES, asked) => {
      const { said } = await machine.run({ env: { FAKE_RELEASES } });
      expect(said.match(/gdal\.lock\.json has no hash for it/g)).toHaveLength(1);
      expect(said).toContain('GDAL 3.6.2 ready, compiled in');
      expect(asked).toEqual([]);
    });
    expect(calls()).toEqual(compiled);
  });

  test('of another hash is refused before it is unpacked, and GDAL is compiled', async () => {
    machine.provide(...COMPILER);
    machine.provideReal('tar');
    writeGdalLock(sha256);
    await withReleases(release('evil').archive, async (FAKE_RELEASES) => {
      const { said } = await machine.run({ env: { FAKE_RELEASES } });
      expect(said).toContain(`another file than gdal.lock.json or FURROW_TRUST_GDAL says: known ${sha256}`);
      expect(said).toContain('GDAL 3.6.2 ready, compiled in');
    });
    expect(calls()).toEqual(compiled);
  });

  test('that does not fit this machine is replaced', async () => {
    machine.provide(...COMPILER);
    machine.provideReal('tar');
    const other = release('other');
    writeGdalLock(other.sha256);
    await withReleases(other.archive, async (FAKE_RELEASES) => {
      expect((await machine.run({ env: { FAKE_RELEASES } })).said).toContain('GDAL 3.6.2 ready');
    });
  });

  test('does not delay the start on a network without responses', async () => {
    writeGdalLock(sha256);
    await withReleases(undefined, async (FAKE_RELEASES) => {
      const env = { FAKE_RELEASES, FURROW_DOWNLOAD_PATIENCE_SECONDS: '1' };
      const { code, said, milliseconds } = await machine.run({ env });
      expect(code).toBe(0);
      expect(said).toContain('the download received nothing for 1 s');
      expect(milliseconds).toBeLessThan(8000);
    });
  });
});

test('without the prebuilt binding, an installed compiler compiles it against the installed GDAL', async () => {
  machine.provide(...COMPILER);
  const { said } = await machine.run();
  expect(said).toContain('GDAL 3.6.2 ready, compiled in');
  expect(calls()).toEqual([expect.stringMatching(/^node-pre-gyp install --fallback-to-build -j \d+$/)]);
  expect(machine.environmentOf('node-pre-gyp')).toMatchObject({
    npm_config_build_from_source: 'true',
    npm_config_shared_gdal: 'true',
  });
});

test('root on Debian gets GDAL and a compiler from apt, without questions', async () => {
  machine.provideApt();
  const { code, said } = await machine.run({ root: true });
  expect(code).toBe(0);
  expect(said).toContain('GDAL 3.6.2 ready');
  expect(calls()).toEqual([
    expect.stringMatching(/^apt-get .* update$/),
    expect.stringMatching(/^apt-get .* install --no-install-recommends g\+\+ make python3 libgdal-dev$/),
    expect.stringMatching(/^node-pre-gyp install --fallback-to-build/),
  ]);
  expect(machine.environmentOf('apt-get')).toMatchObject({ DEBIAN_FRONTEND: 'noninteractive' });
});

test('other users get one message with the command, and are not delayed the next time', async () => {
  machine.provideApt();
  const first = await machine.run();
  expect(first.code).toBe(0);
  expect(first.said).toContain(
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends g++ make python3 libgdal-dev',
  );
  expect(first.said.match(/apt-get install/g)).toHaveLength(1);
  expect(calls()).toEqual([]);

  const second = await machine.run();
  expect(second.code).toBe(0);
  expect(second.said).toContain('GDAL is missing');
  expect(calls()).toEqual([]);
});

test('running that command is enough: the next run compiles', async () => {
  machine.provideApt();
  await machine.run();
  machine.provide(...COMPILER);
  expect((await machine.run()).said).toContain('GDAL 3.6.2 ready');
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

test('packages moved to a machine without their GDAL are checked again', async () => {
  await machine.run({ env: { FAKE_GDAL: 'there' } });
  const note = join(machine.project, 'node_modules', '.furrow-gdal');
  writeFileSync(note, readFileSync(note, 'utf8').replace('null', '"/usr/lib/libgdal.so.gone"'));
  expect(await machine.run()).toMatchObject({ code: 0, said: '' });
  expect(readFileSync(note, 'utf8')).not.toContain('gone');
});

test('FURROW_SKIP_GDAL=1 continues without GDAL and says so', async () => {
  const { code, said } = await machine.run({ env: { FURROW_SKIP_GDAL: '1' } });
  expect(code).toBe(0);
  expect(said).toContain('FURROW_SKIP_GDAL=1');
  expect(calls()).toEqual([]);
});
