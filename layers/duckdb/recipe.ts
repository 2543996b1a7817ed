import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPackages } from '../copy-packages.ts';
import type { Recipe } from '../recipe.ts';
import { run } from '../run.ts';

const duckDbBinding = '@duckdb/node-bindings-linux-x64';
const koffiBinding = '@koromix/koffi-linux-x64';

/** DuckDB, and koffi for the barriers around what reads foreign files, from their npm packages, which hold ready binaries for each platform. */
export const duckdb: Recipe = {
  name: 'duckdb',
  binaries: [
    `${duckDbBinding}/duckdb.node`,
    `${duckDbBinding}/libduckdb.so`,
    `${koffiBinding}/linux_x64/koffi.node`,
  ].map((file) => `nodejs/node_modules/${file}`),
  async build({ root, target, say }) {
    const nodejs = join(target, 'nodejs');
    await copyPackages({ root, target: nodejs, packages: ['@duckdb/node-api', 'koffi'] });
    for (const native of [duckDbBinding, koffiBinding]) {
      const installed = join(root, 'node_modules', native);
      const destination = join(nodejs, 'node_modules', native);
      if (existsSync(installed)) await cp(installed, destination, { recursive: true });
      else await fetchNative(root, native, destination, say);
    }
  },
};

/** On another platform than Linux on x86-64, npm left the package out that Lambda needs. */
async function fetchNative(
  root: string,
  native: string,
  destination: string,
  say: (line: string) => void,
): Promise<void> {
  const { version, integrity } = await locked(root, native);
  say(`fetching ${native} ${version} with npm`);
  const scratch = await mkdtemp(join(tmpdir(), 'furrow-duckdb-'));
  try {
    const printed = await run('npm', ['pack', `${native}@${version}`, '--json', '--pack-destination', scratch], root);
    const [{ filename }] = JSON.parse(printed);
    const archive = join(scratch, filename);
    const hash = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`;
    if (hash !== integrity) throw new Error(`${native} ${version} is not what package-lock.json says: ${hash}`);
    await mkdir(destination, { recursive: true });
    await run('tar', ['-xzf', archive, '--strip-components=1', '-C', destination]);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function locked(root: string, native: string): Promise<{ version: string; integrity: string }> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  return packages[`node_modules/${native}`];
}
