import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';

/** Google's analyser and reference engine as a server for this processor. */
const engine = '@fivetrandevelopers/zetasql';
const version = '1.13.0';

/**
 * The folder of packages with the engine, which npm installs once. It is not a dependency of Furrow.
 *
 * @throws Error that says what to do.
 */
export function installedZetaSql(): string {
  const folder = cacheFolder(`zetasql-${version}`);
  if (existsSync(join(folder, 'node_modules', engine, 'package.json'))) return folder;
  console.log(`Installing ${engine} ${version} (350 MB) into ${folder} …`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  try {
    execFileSync(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${engine}@${version}`],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  } catch (cause) {
    throw new Error(`npm could not install ${engine} ${version}. Run this again where npm reaches its registry.`, {
      cause,
    });
  }
  return folder;
}

/** The server's program in such a folder. */
export function serverProgram(folder: string): string {
  const name = `remote_server${process.arch.startsWith('arm') ? '_arm' : ''}${process.platform === 'darwin' ? '' : '.so'}`;
  return join(folder, 'node_modules', engine, 'lib/zetasql', name);
}

/** The folder with the descriptions of its messages. */
export const protocolFolder = (folder: string): string => join(folder, 'node_modules', engine, 'lib/zetasql/protos');
