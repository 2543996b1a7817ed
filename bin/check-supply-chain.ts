/*
 * Compares the lock file with the advisories in `bin/supply-chain/advisories.json`, and writes a bill of materials:
 *   npm run audit                             lists vulnerable packages; needs no network; fails if the advisories are older than 90 days
 *   npm run audit -- --refresh                refreshes the advisories from the registry first
 *   npm run audit -- --max-age-days 365       accepts older advisories
 *   npm run sbom                writes dist/sbom.cdx.json (CycloneDX) and checks that it is complete
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readLock } from '../layers/gdal/lock.mjs';
import {
  type AdvisoryFile,
  ageProblem,
  defaultMaxAgeDays,
  findings,
  findingsInGdal,
  type LockFile,
  packagesOf,
} from './supply-chain/audit.ts';
import { registryAdvisories } from './supply-chain/registry-advisories.ts';
import { gdalComponents, sbomProblems } from './supply-chain/sbom.ts';

const { values } = parseArgs({
  options: {
    refresh: { type: 'boolean' },
    sbom: { type: 'boolean' },
    'max-age-days': { type: 'string', default: String(defaultMaxAgeDays) },
    lock: { type: 'string', default: 'package-lock.json' },
    advisories: { type: 'string', default: fileURLToPath(new URL('./supply-chain/advisories.json', import.meta.url)) },
    registry: { type: 'string', default: process.env.npm_config_registry ?? 'https://registry.npmjs.org/' },
  },
});
const lock: LockFile = JSON.parse(readFileSync(values.lock, 'utf8'));
const gdalLock = readLock(fileURLToPath(new URL('..', import.meta.url)));
const problems = values.sbom ? writeSbom() : await audit();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function writeSbom(): string[] {
  const npm = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'error'];
  const text = execFileSync('npm', npm, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  mkdirSync('dist', { recursive: true });
  const sbom = JSON.parse(text);
  const missing = sbomProblems(sbom, lock);
  const native = gdalComponents(gdalLock);
  writeFileSync(
    'dist/sbom.cdx.json',
    `${JSON.stringify({ ...sbom, components: [...sbom.components, ...native] }, null, 2)}\n`,
  );
  if (missing.length === 0)
    console.log(
      `dist/sbom.cdx.json names all ${packagesOf(lock).length} packages of the lock file, and ${native.length} of GDAL`,
    );
  return missing;
}

async function audit(): Promise<string[]> {
  const file = values.refresh ? await refreshed() : readAdvisories();
  const found = [...findings(lock, file), ...findingsInGdal(gdalLock, file)];
  for (const { name, version, url, accepted } of found)
    if (accepted) console.log(`accepted: ${name}@${version}, ${url}: ${accepted}`);
  const serious = found.filter(({ accepted }) => accepted === undefined);
  if (serious.length === 0)
    console.log(
      `none of the advisories of ${file.asOf} concerns the ${packagesOf(lock).length} packages of the lock file, or the libraries in GDAL`,
    );
  const vulnerable = serious.map(
    ({ name, version, severity, title, url }) => `${name}@${version} is vulnerable (${severity}): ${title}, ${url}`,
  );
  const old = ageProblem(file, { now: Date.now(), maxAgeDays: maxAgeDays() });
  return old === undefined ? vulnerable : [...vulnerable, old];
}

function maxAgeDays(): number {
  const text = values['max-age-days'];
  if (/^\d{1,5}$/.test(text)) return Number(text);
  console.error(`--max-age-days is "${text}": use a whole number of days`);
  process.exit(2);
}

/** Advisories of the registry replace older ones about the same package; all others are kept. */
async function refreshed(): Promise<AdvisoryFile> {
  const known = readAdvisories();
  const answer = await registryAdvisories(values.registry, packagesOf(lock));
  if ('unavailable' in answer) {
    console.log(`the registry offers no advisories (${answer.unavailable}): using those of ${known.asOf}`);
    return known;
  }
  const asOf = new Date().toISOString().slice(0, 10);
  const reported = Object.entries(answer.advisories).map(([name, some]) => [
    name,
    some.map(({ url, title, severity, vulnerable_versions }) => ({ url, title, severity, vulnerable_versions })),
  ]);
  const file = { ...known, asOf, advisories: { ...known.advisories, ...Object.fromEntries(reported) } };
  writeFileSync(values.advisories, `${JSON.stringify(file, null, 2)}\n`);
  return file;
}

function readAdvisories(): AdvisoryFile {
  return JSON.parse(readFileSync(values.advisories, 'utf8'));
}
