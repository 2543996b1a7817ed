import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest version that the server supports. */
const oldest = 24;
/** The folder of installed versions on Debian, its derivatives and Fedora. */
const installed = '/usr/lib/jvm';

/**
 * A Java that is new enough: from JAVA_HOME, from the path, or from the installed ones.
 *
 * @throws Error that says how to get one.
 */
export function recentJava(): string {
  const others = existsSync(installed) ? readdirSync(installed).map((name) => join(installed, name, 'bin/java')) : [];
  const home = process.env.JAVA_HOME;
  const found = [...(home ? [join(home, 'bin/java')] : []), 'java', ...others].find(
    (path) => versionOf(path) >= oldest,
  );
  if (found) return found;
  throw new Error(
    `Trino runs on Java ${oldest} or newer, and none is installed. Install one, as with "apt install openjdk-25-jdk-headless", or say with JAVA_HOME where it is.`,
  );
}

function versionOf(java: string): number {
  const { stderr, error } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return error ? 0 : Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}
