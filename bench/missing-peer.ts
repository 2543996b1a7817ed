import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A program that a benchmark compares with or works with is not installed; the message says how to install it. */
export class MissingPeer extends Error {}

/**
 * Runs a program from Debian's packages.
 *
 * @returns what it has printed.
 * @throws MissingPeer if it is not installed.
 * @example await runPeer('ogr2ogr', ['-f', 'GeoJSON', target, source], { packages: 'gdal-bin' });
 */
export async function runPeer(
  command: string,
  operands: readonly string[],
  { packages, env = process.env }: { packages: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  try {
    const { stdout } = await execute(command, operands, { env });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new MissingPeer(`${command} is not installed (Debian: apt-get install ${packages})`, { cause: error });
  }
}
