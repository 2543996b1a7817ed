import { statSync } from 'node:fs';
import { bindingFile } from './gdal-probe.mjs';
import { nodePreGyp } from './node-pre-gyp.mjs';
import { runProgram } from './run-program.mjs';

/** A download that gets nothing for this long is given up; many networks swallow what they do not let through. */
const PATIENCE_SECONDS = 15;

/**
 * Fetches the prebuilt binding from its maintainer's releases (about 25 MB).
 *
 * @param {import('./steps.mjs').Machine} machine
 * @returns {Promise<import('./run-program.mjs').Outcome>}
 */
export function downloadBinding({ root, env, log }) {
  const patience = Number(env.FURROW_DOWNLOAD_PATIENCE_SECONDS) || PATIENCE_SECONDS;
  const before = size(root);
  let arrived = before;
  let lastArrival = Date.now();
  return runProgram({
    doing: 'downloading the prebuilt GDAL',
    ...nodePreGyp(root, env, ['install', '--update-binary']),
    log,
    giveUp() {
      const now = size(root);
      if (now !== arrived) [arrived, lastArrival] = [now, Date.now()];
      return Date.now() - lastArrival > patience * 1000 ? `the download got nothing for ${patience} s` : undefined;
    },
  });
}

/** @param {string} root */
function size(root) {
  return statSync(bindingFile(root), { throwIfNoEntry: false })?.size ?? 0;
}
