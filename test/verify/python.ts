import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

/**
 * A Python with packages (`pyshp==3.1.6`), installed once from the Python Package Index into an environment of its own.
 *
 * @param purpose names the environment's folder.
 * @throws Error where there is no Python 3 with `venv`.
 */
export function pythonWith(purpose: string, packages: readonly string[]): string {
  // An environment's scripts contain its path, so it is created in its final folder.
  const folder = cacheFolder(`${purpose}-${packages.join('-').replaceAll('==', '-')}`);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    console.log(`Fetching ${packages.join(', ')} into ${folder} …`);
    execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
    execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages], { stdio: 'inherit' });
    writeFileSync(complete, '');
  }
  return join(folder, 'bin', 'python');
}
