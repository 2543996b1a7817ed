import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyPackages } from '../copy-packages.ts';
import { fetchPackage, type PinnedPackage } from '../npm-package.ts';
import type { Recipe } from '../recipe.ts';

const duckDbBinding = '@duckdb/node-bindings-linux-x64';
const koffiBinding = '@koromix/koffi-linux-x64';

/** DuckDB, and koffi for the barriers around what reads foreign files, from their npm packages, which hold ready binaries for each platform. */
export const duckdb: Recipe = {
  name: 'duckdb',
  binaries: () =>
    [`${duckDbBinding}/duckdb.node`, `${duckDbBinding}/libduckdb.so`, `${koffiBinding}/linux_x64/koffi.node`].map(
      (file) => `nodejs/node_modules/${file}`,
    ),
  async build({ root, target, say }) {
    const nodejs = join(target, 'nodejs');
    await copyPackages({ root, target: nodejs, packages: ['@duckdb/node-api', 'koffi'] });
    for (const native of [duckDbBinding, koffiBinding]) {
      const installed = join(root, 'node_modules', native);
      const destination = join(nodejs, 'node_modules', native);
      if (existsSync(installed)) {
        await cp(installed, destination, { recursive: true });
        continue;
      }
      // On another platform than Linux on x86-64, npm left the package out that Lambda needs.
      const wanted = await locked(root, native);
      say(`fetching ${native} ${wanted.version} with npm`);
      await fetchPackage(wanted, destination);
    }
  },
};

async function locked(root: string, name: string): Promise<PinnedPackage> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  return { name, version, integrity };
}
