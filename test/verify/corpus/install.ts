import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';

/** Reads shapefiles, in Python alone. */
const packages = ['pyshp==3.1.6'];

/**
 * A Python with the packages of the independent readers, installed once from the Python Package Index into an environment of its own.
 *
 * @throws Error where there is no Python 3 with `venv`.
 */
export function installedPython(): string {
  const folder = cacheFolder(`corpus-${packages.join('-').replaceAll('==', '-')}`);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    console.log(`Fetching ${packages.join(', ')} into ${folder} …`);
    execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
    execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages], { stdio: 'inherit' });
    writeFileSync(complete, '');
  }
  return join(folder, 'bin', 'python');
}
