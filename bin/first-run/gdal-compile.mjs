import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { isOnPath } from './apt.mjs';
import { nodePreGyp } from './node-pre-gyp.mjs';
import { runProgram } from './run-program.mjs';

/** Packages of Debian and Ubuntu that compiling the binding needs. */
export const DEBIAN_PACKAGES = ['g++', 'make', 'python3', 'libgdal-dev'];

/** One compiler needs up to this much for the largest files of the binding. */
const BYTES_PER_COMPILER = 1.5e9;

/**
 * Whether all programs that compiling needs are on the PATH.
 *
 * @param {import('./steps.mjs').Machine} machine
 */
export function canCompile({ env }) {
  return ['gdal-config', 'g++', 'make', 'python3'].every((program) => isOnPath(program, env));
}

/**
 * Compiles the binding against the system's GDAL, from nothing: an interrupted build leaves nothing worth keeping.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @returns {Promise<import('./run-program.mjs').Outcome>}
 */
export function compileBinding({ root, env, log }) {
  const compilers = Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / BYTES_PER_COMPILER)));
  return runProgram({
    doing: `compiling the binding to GDAL (${compilers} at a time, about two minutes)`,
    ...nodePreGyp(root, env, ['install', '--fallback-to-build', '-j', String(compilers)], {
      npm_config_build_from_source: 'true',
      npm_config_shared_gdal: 'true',
      ...nodeHeaders(),
    }),
    log,
  });
}

/**
 * The header files of the running Node when they are installed beside it, so that they need no download.
 *
 * @returns {Record<string, string>}
 */
function nodeHeaders() {
  const prefix = dirname(dirname(process.execPath));
  try {
    const header = readFileSync(join(prefix, 'include', 'node', 'node_version.h'), 'utf8');
    const abi = /#define NODE_MODULE_VERSION (\d+)/.exec(header)?.[1];
    return abi === process.versions.modules ? { npm_config_nodedir: prefix } : {};
  } catch {
    return {};
  }
}
