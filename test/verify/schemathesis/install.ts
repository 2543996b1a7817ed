import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';

const version = '4.32.5';

/**
 * The program, installed once from the Python Package Index into an environment of its own.
 *
 * @throws Error where there is no Python 3 with `venv`.
 */
export function installedSchemathesis(): string {
  // An environment's scripts contain its path, so it is created in its final folder.
  const folder = cacheFolder(`schemathesis-${version}`);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    console.log(`Fetching schemathesis ${version} into ${folder} …`);
    execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
    execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`], { stdio: 'inherit' });
    writeFileSync(complete, '');
  }
  return join(folder, 'bin', 'schemathesis');
}
