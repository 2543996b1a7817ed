import { createRequire } from 'node:module';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.mjs';

/**
 * How to run the installer that gdal-async brings along: what `npx --no-install node-pre-gyp` in its folder would run,
 * without npx's need of a home directory.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} parameters
 * @param {Record<string, string>} [settings]
 */
export function nodePreGyp(root, env, parameters, settings) {
  const cwd = join(root, 'node_modules', 'gdal-async');
  const script = createRequire(join(cwd, 'package.json')).resolve('@mapbox/node-pre-gyp/bin/node-pre-gyp');
  return { command: [process.execPath, script, ...parameters], cwd, env: childEnvironment(env, settings) };
}
