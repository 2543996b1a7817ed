import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { childEnvironment } from '../child-environment.mjs';
import { isOnPath } from '../is-on-path.mjs';
import { quickCompiler } from './quick-compiler.mjs';

/** Programs that compiling needs, which are also packages of Debian and Ubuntu. */
export const COMPILERS = ['g++', 'make', 'python3'];

/** One compiler needs up to this much for the largest files of the binding. */
const BYTES_PER_COMPILER = 1.5e9;

/** Headers that gdal-async brings along, from its `build` folder: relative, as paths with spaces do not survive gyp. */
const HEADERS = [
  ...['port', 'gcore', 'alg', 'ogr', 'ogr/ogrsf_frmts', 'apps'].map((folder) => `../deps/libgdal/gdal/${folder}`),
  '../deps/libgdal/arch/unix',
];

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]} the programs for compiling that are not on the PATH
 */
export const missingCompilers = (env) => COMPILERS.filter((program) => !isOnPath(program, env));

/**
 * Compiles the binding of gdal-async where it is installed, from nothing: an interrupted build leaves nothing worth keeping.
 *
 * @template Outcome
 * @param {object} wanted
 * @param {string} wanted.root the project's folder
 * @param {NodeJS.ProcessEnv} wanted.env
 * @param {string} [wanted.library] file name of a GDAL that lies beside the binding to be; without it, the system's is used
 * @param {boolean} [wanted.isQuick] whether somebody waits for it, so that it is optimised less
 * @param {string} [wanted.node] a Node executable in a folder with its headers; the running Node unless given
 * @param {(program: { command: string[], cwd: string, env: NodeJS.ProcessEnv }) => Promise<Outcome>} run
 * @returns {Promise<Outcome>} what `run` gave
 */
export async function compileBinding({ root, env, library, isQuick = false, node = process.execPath }, run) {
  const cwd = join(root, 'node_modules', 'gdal-async');
  // What `npx --no-install node-pre-gyp` would run there, without npx's need of a home directory.
  const installer = createRequire(join(cwd, 'package.json')).resolve('@mapbox/node-pre-gyp/bin/node-pre-gyp');
  const compilers = Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / BYTES_PER_COMPILER)));
  const command = [node, installer, 'install', '--fallback-to-build', '-j', String(compilers)];
  const settings = { npm_config_build_from_source: 'true', npm_config_shared_gdal: 'true', ...nodeHeaders(node) };
  const parent = join(root, 'dist', 'first-run');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, library ? 'gdal-config-' : 'compiling-'));
  try {
    if (library) writeGdalConfig(folder, library, node);
    // A chosen compiler is used as it is.
    const compiler = isQuick && process.platform === 'linux' && !env.CXX ? quickCompiler(folder) : {};
    const PATH = [folder, env.PATH ?? ''].join(delimiter);
    return await run({ command, cwd, env: childEnvironment(env, { ...settings, ...compiler, PATH }) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The program that gdal-async asks where GDAL is: `gdal-config`, with the answers for a library beside the binding.
 *
 * @param {string} folder
 * @param {string} library
 * @param {string} node
 */
function writeGdalConfig(folder, library, node) {
  const beside = `../lib/binding/node-v${abiOf(node)}-${process.platform}-${process.arch}`;
  // Passes gyp, make and the shell, and ends as a literal $ORIGIN: the folder that the binding lies in.
  const origin = String.raw`-Wl,-rpath=\\'\$\$ORIGIN\\'`;
  const script = [
    '#!/bin/sh',
    'case "$1" in',
    `--cflags) printf '%s' "${HEADERS.map((path) => `-I${path}`).join(' ')}" ;;`,
    `--libs) printf '%s' "-L${beside} -l:${library} ${origin}" ;;`,
    'esac',
  ];
  writeFileSync(join(folder, 'gdal-config'), `${script.join('\n')}\n`, { mode: 0o755 });
}

/**
 * The header files of a Node when they are installed beside it, so that they need no download.
 *
 * @param {string} node
 * @returns {Record<string, string>}
 */
function nodeHeaders(node) {
  return headersVersion(node) === undefined ? {} : { npm_config_nodedir: dirname(dirname(node)) };
}

/**
 * The number of a Node's binary interface.
 *
 * @param {string} node
 */
const abiOf = (node) => (node === process.execPath ? process.versions.modules : headersVersion(node));

/**
 * The binary interface that the headers beside a Node are for, unless they are those of another Node than the running one.
 *
 * @param {string} node
 */
function headersVersion(node) {
  try {
    const header = readFileSync(join(dirname(dirname(node)), 'include', 'node', 'node_version.h'), 'utf8');
    const abi = /#define NODE_MODULE_VERSION (\d+)/.exec(header)?.[1];
    return node !== process.execPath || abi === process.versions.modules ? abi : undefined;
  } catch {
    return undefined;
  }
}
