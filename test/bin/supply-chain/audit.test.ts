import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AdvisoryFile, ageProblem, type LockFile, packagesOf } from '../../../bin/supply-chain/audit.ts';
import { sbomProblems } from '../../../bin/supply-chain/sbom.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const nowhere = 'http://127.0.0.1:9/';
const ours: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const committed: AdvisoryFile = JSON.parse(readFileSync(join(root, 'bin/supply-chain/advisories.json'), 'utf8'));
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

let folder: string;
let advisories: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'furrow-audit-'));
  advisories = join(folder, 'advisories.json');
  writeFileSync(advisories, JSON.stringify({ ...committed, asOf: daysAgo(1) }));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A lock file in which an innocent package depends on a version with a published vulnerability. */
function lockWith(version: string): string {
  const path = join(folder, 'package-lock.json');
  const packages = {
    '': { name: 'fixture', version: '1.0.0' },
    'node_modules/innocent': { version: '1.0.0' },
    'node_modules/innocent/node_modules/minimist': { version },
  };
  writeFileSync(path, JSON.stringify({ lockfileVersion: 3, packages }));
  return path;
}

async function audit(...options: string[]): Promise<{ code: number | null; said: string }> {
  const script = join(root, 'bin/check-supply-chain.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, '--advisories', advisories, ...options], {
    cwd: root,
  });
  const closed = new Promise<number | null>((done) => child.once('close', done));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await closed, said: out + error };
}

test('our own packages pass, without a network', async () => {
  const { code, said } = await audit('--refresh', '--registry', nowhere);
  expect(said).toContain('the registry offers no advisories');
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`${packagesOf(ours).length} packages`) });
});

test('a version with a known vulnerability fails and is named, at any depth', async () => {
  const { code, said } = await audit('--lock', lockWith('1.2.5'));
  expect(code).toBe(1);
  expect(said).toContain('minimist@1.2.5 is vulnerable (critical): Prototype pollution');
  expect((await audit('--lock', lockWith('1.2.6'))).code).toBe(0);
});

test('an accepted advisory passes with its reason', async () => {
  const file = JSON.parse(readFileSync(advisories, 'utf8'));
  file.accepted[file.advisories.minimist[0].url] = 'only reads our own command line';
  writeFileSync(advisories, JSON.stringify(file));
  const { code, said } = await audit('--lock', lockWith('1.2.5'));
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('only reads our own command line') });
});

test('responses of a registry are stored for machines without one', async () => {
  const fromRegistry = {
    innocent: [
      { id: 1, url: 'https://advisories.example/1', title: 'Not so', severity: 'high', vulnerable_versions: '<2' },
    ],
  };
  let asked: unknown;
  const server = createServer(async (request, response) => {
    asked = JSON.parse(await text(request));
    response.end(JSON.stringify(fromRegistry));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  try {
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const lock = lockWith('1.2.6');
    expect((await audit('--lock', lock, '--refresh', '--registry', registry)).code).toBe(1);
    expect(asked).toEqual({ innocent: ['1.0.0'], minimist: ['1.2.6'] });
    const { code, said } = await audit('--lock', lock);
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('innocent@1.0.0 is vulnerable (high): Not so'),
    });
    expect((await audit('--lock', lockWith('1.2.5'))).said).toContain('minimist@1.2.5');
  } finally {
    server.close();
  }
});

test('advisories older than 90 days fail and say their date, unless a greater age is accepted', async () => {
  const asOf = daysAgo(120);
  writeFileSync(advisories, JSON.stringify({ ...committed, asOf }));
  const lock = lockWith('1.2.6');
  const { code, said } = await audit('--lock', lock);
  expect(code).toBe(1);
  expect(said).toMatch(
    new RegExp(`the advisories are of ${asOf}, 1(20|21) days old, and may be 90 days old: refresh them`),
  );
  expect((await audit('--lock', lock, '--refresh', '--registry', nowhere)).code).toBe(1);
  const accepted = await audit('--lock', lock, '--max-age-days', '365');
  expect(accepted).toEqual({ code: 0, said: expect.stringContaining(`none of the advisories of ${asOf}`) });
  expect((await audit('--lock', lock, '--max-age-days', 'ever')).code).toBe(2);
});

test('the last day that counts is the ninetieth', () => {
  const limits = (now: string) => ({ now: Date.parse(now), maxAgeDays: 90 });
  expect(ageProblem({ asOf: '2026-01-01' }, limits('2026-04-01T23:59:59Z'))).toBeUndefined();
  expect(ageProblem({ asOf: '2026-01-01' }, limits('2026-04-02T00:00:00Z'))).toContain('91 days old');
  expect(ageProblem({ asOf: 'recently' }, limits('2026-04-02T00:00:00Z'))).toContain('asOf is "recently"');
});

test('every package of the lock file has a hash, or is bundled in one that has', () => {
  expect(packagesOf(ours).filter(({ integrity, isBundled }) => !integrity && !isBundled)).toEqual([]);
});

test('a bill of materials that leaves a package out, or has another hash, is refused', () => {
  const component = (name: string, content: string) => ({
    name,
    version: '1.0.0',
    purl: `pkg:npm/${encodeURIComponent(name)}@1.0.0`,
    hashes: [{ content }],
  });
  const lock: LockFile = {
    packages: {
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-q80=' },
      'node_modules/@b/c': { version: '1.0.0', integrity: 'sha512-q80=' },
    },
  };
  const whole = [component('a', 'abcd'), component('@b/c', 'abcd')];
  expect(sbomProblems({ bomFormat: 'CycloneDX', components: whole }, lock)).toEqual([]);
  expect(sbomProblems({ bomFormat: 'CycloneDX', components: [component('a', 'ffff')] }, lock)).toEqual([
    "a@1.0.0 does not have the lock file's hash",
    '@b/c@1.0.0 is missing',
  ]);
  expect(sbomProblems({}, lock)).toEqual(['it is not a CycloneDX document']);
});
