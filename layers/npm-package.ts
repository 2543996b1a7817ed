import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

/** A package of npm with the hash that it must have, as package-lock.json writes it. */
export interface PinnedPackage {
  name: string;
  version: string;
  integrity: string;
}

/**
 * Unpacks a package that is not installed: npm leaves out what is made for another platform than this one.
 *
 * @throws Error when npm cannot fetch it, or it is not what the hash says.
 */
export async function fetchPackage(wanted: PinnedPackage, destination: string): Promise<void> {
  const { name, version, integrity } = wanted;
  const scratch = await mkdtemp(join(tmpdir(), 'furrow-package-'));
  try {
    const printed = await run('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', scratch], {
      cwd: scratch,
    });
    const [{ filename }] = JSON.parse(printed);
    const archive = join(scratch, filename);
    const hash = createHash('sha512').update(await readFile(archive));
    const found = `sha512-${hash.digest('base64')}`;
    if (found !== integrity) throw new Error(`${name} ${version} is not what the lock file says: ${found}`);
    await mkdir(destination, { recursive: true });
    await run('tar', ['-xzf', archive, '--strip-components=1', '-C', destination]);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
