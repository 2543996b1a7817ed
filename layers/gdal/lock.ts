import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { run } from '../run.ts';

/** Which file a release of gdal-async is. Releases can be changed after the fact; a committed hash cannot. */
export interface GdalLock {
  version: string;
  binding: string;
  sha256: string;
}

/**
 * Compares a download with the hash in the lock file. The first download of a version is written there; until somebody
 * commits it, each run warns.
 *
 * @throws Error when the same version was another file before.
 */
export async function checkLock(file: string, found: GdalLock, say: (line: string) => void): Promise<void> {
  const known: GdalLock | undefined = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;
  const isSameRelease = known?.version === found.version && known.binding === found.binding;
  if (isSameRelease && known.sha256 !== found.sha256) {
    throw new Error(
      [
        `GDAL's prebuilt binary ${found.version} is not the file that ${basename(file)} knows.`,
        `    known: ${known.sha256}`,
        `    found: ${found.sha256}`,
        'Somebody changed the release, or the download. Do not deploy it before you know which.',
      ].join('\n'),
    );
  }
  if (!isSameRelease) await writeFile(file, `${JSON.stringify(found, null, 2)}\n`);
  if (isSameRelease && (await isCommitted(file))) return;
  say(`warning: nobody has vouched for this file of GDAL ${found.version} yet. Commit ${file} once it works.`);
}

async function isCommitted(file: string): Promise<boolean> {
  const changes = await run('git', ['status', '--porcelain', '--', basename(file)], dirname(file)).catch(
    () => 'no git',
  );
  return changes.trim() === '';
}
