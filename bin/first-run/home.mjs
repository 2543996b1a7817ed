import { accessSync, constants, mkdirSync } from 'node:fs';

/**
 * npm and the compiler's headers are cached in the home directory. System users and containers may have none that is
 * writable: a folder of Furrow takes its place.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} substitute
 * @returns {NodeJS.ProcessEnv}
 */
export function withHome(env, substitute) {
  if (process.platform === 'win32' || isWritable(env.HOME)) return env;
  mkdirSync(substitute, { recursive: true });
  return { ...env, HOME: substitute };
}

/** @param {string | undefined} folder */
function isWritable(folder) {
  if (!folder) return false;
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
