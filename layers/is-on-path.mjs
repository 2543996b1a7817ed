import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @returns {boolean} whether it is on the PATH
 */
export function isOnPath(program, env) {
  return (env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
