import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeMachine, fakeMachine } from './first-run/fake-machine.ts';

const BINDING = `node-v${process.versions.modules}-darwin-${process.arch}`;

let machine: FakeMachine;
beforeEach(() => {
  machine = fakeMachine();
  machine.provideReal('tar');
});
afterEach(() => machine.close());

/** A release for this Node on macOS: an archive with one file, like the maintainer's. */
function release(content: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-release-'));
  try {
    mkdirSync(join(folder, BINDING));
    writeFileSync(join(folder, BINDING, 'gdal.node'), content);
    return execFileSync('tar', ['-cz', '-C', folder, BINDING]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hashOf = (archive: Buffer) => createHash('sha256').update(archive).digest('hex');

function pinRelease(sha256: string): void {
  const file = join(machine.project, 'gdal.lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...lock, prebuilt: { version: '3.12.3', sha256: { [BINDING]: sha256 } } }));
}

/** Runs the first start on macOS, with a server of releases that gives one archive. */
async function runOnMac(archive: Buffer, env: Record<string, string> = {}) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.end(archive);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const FAKE_RELEASES = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    return { ...(await machine.run({ platform: 'darwin', env: { FAKE_RELEASES, ...env } })), asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What a later start meets whose packages were installed anew. */
const forgetPackages = () => rmSync(join(machine.project, 'node_modules'), { recursive: true });

test('a release without a pinned hash is used with one line, and its hash is kept', async () => {
  const archive = release('whole');
  const { code, said, asked } = await runOnMac(archive);
  expect({ code, asked }).toEqual({ code: 0, asked: [`/v3.12.3/${BINDING}.tar.gz`] });
  expect(said.match(/was fetched over TLS and compared with no hash/g)).toHaveLength(1);
  expect(said).toContain('GDAL 3.6.2 ready');
  const seen = JSON.parse(readFileSync(join(machine.project, 'gdal.seen.json'), 'utf8'));
  expect(seen).toEqual({ [`gdal-async 3.12.3, ${BINDING}`]: hashOf(archive) });
  expect(await machine.run({ platform: 'darwin' })).toMatchObject({ code: 0, said: '' });
});

test('a release that is another one than the first time is refused before it is unpacked', async () => {
  await runOnMac(release('whole'));
  forgetPackages();
  const { code, said } = await runOnMac(release('evil'));
  expect(code).toBe(0);
  expect(said).toContain('is another file than gdal.seen.json says');
  expect(said).toContain('GDAL is missing');
});

test('a release with a pinned hash is compared with that', async () => {
  const archive = release('whole');
  pinRelease(hashOf(archive));
  expect((await runOnMac(release('evil'))).said).toContain('is another file than gdal.lock.json says');
  forgetPackages();
  const { said } = await runOnMac(archive);
  expect(said).not.toContain('compared with no hash');
  expect(said).toContain('GDAL 3.6.2 ready');
});

test('FURROW_GDAL_STRICT=1 fetches no release without a pinned hash', async () => {
  const { said, asked } = await runOnMac(release('whole'), { FURROW_GDAL_STRICT: '1' });
  expect(said).toContain('gdal.lock.json has no hash for');
  expect(asked).toEqual([]);
});
