import { createInterface } from 'node:readline/promises';
import { isOnPath } from '../../layers/is-on-path.mjs';
import { say } from './say.mjs';

/**
 * Whether packages of the operating system may be installed: root on Debian, Ubuntu or a relative, and somebody who agrees,
 * at the terminal or with FURROW_YES=1.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @param {string[]} packages
 * @param {string} purpose what needs them, in the plural: `uploads of shapefiles and rasters need`
 * @returns {Promise<boolean>}
 */
export async function mayInstall(machine, packages, purpose) {
  if (!canInstall(machine)) return false;
  if (machine.env.FURROW_YES === '1') return true;
  const question = `${purpose} ${packages.join(', ')}, which apt-get would install on this machine`;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    say(`${question}: not done without a terminal to ask at. FURROW_YES=1 agrees`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`furrow: ${question}. Install? [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

/** @param {import('./steps.mjs').Machine} machine */
export const canInstall = ({ isRoot, env }) => isRoot && isOnPath('apt-get', env);
