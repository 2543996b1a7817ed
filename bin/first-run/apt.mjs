import { spawnSync } from 'node:child_process';
import { childEnvironment } from '../../layers/child-environment.mjs';
import { runProgram } from './run-program.mjs';

/** How long to wait for another apt that holds the lock, in seconds: unattended upgrades take minutes. */
const LOCK_SECONDS = 180;

/**
 * Installs Debian packages, without recommendations and without questions.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @param {string[]} packages
 * @param {string} what their purpose, for the progress message
 * @returns {Promise<import('./run-program.mjs').Outcome>}
 */
export async function installWithApt({ root, env, log }, packages, what) {
  const quietly = childEnvironment(env, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = ['apt-get', '-q', '-y', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
  // An installation that was interrupted earlier would make apt refuse every other one.
  spawnSync('dpkg', ['--configure', '-a', '--force-confold'], { env: quietly, stdio: 'ignore' });
  const update = await runProgram({
    doing: 'reading the lists of Debian packages (apt-get update)',
    command: [...apt, 'update'],
    cwd: root,
    env: quietly,
    log,
  });
  const install = await runProgram({
    doing: `installing ${what} (apt-get install ${packages.join(' ')})`,
    command: [...apt, 'install', '--no-install-recommends', ...packages],
    cwd: root,
    env: quietly,
    log,
  });
  // Old lists are often good enough, so a failed update matters only when the installation fails as well.
  if (!install.ok && !update.ok) return { ...update, output: `${update.output}\n${install.output}` };
  return { ...install, seconds: update.seconds + install.seconds };
}
