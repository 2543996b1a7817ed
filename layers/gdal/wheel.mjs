import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compareWithPin } from './lock.mjs';
import { fetchFromIndex } from './python-index.mjs';

/** @typedef {import('./lock.mjs').Wheel} Wheel */

const run = promisify(execFile);

/** How pip may be called; Debian's Python comes without it. */
const PIPS = [['pip3'], ['pip'], ['python3', '-m', 'pip']];

/** pip ends by itself when the network does not answer; this is for a pip that asks something or hangs. */
const PIP_MILLISECONDS = 300_000;

/**
 * Fetches a pinned wheel, about 33 MB: by pip, which knows the machine's index, certificates and proxy; where no pip can, from the
 * index that PIP_INDEX_URL names. It is compared with its hash before anybody reads it.
 *
 * @param {Wheel} wheel
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Buffer>}
 * @throws {Error} that says what failed and what would help
 */
export async function fetchWheel(wheel, env) {
  const { file, failure } = await fetchWithPip(wheel, env);
  const found = file ?? (await fetchWithoutPip(wheel, env, failure));
  compareWithPin(found, wheel);
  return found;
}

/**
 * @param {Wheel} wheel
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ file?: Buffer, failure?: string }>} neither where there is no pip
 */
async function fetchWithPip(wheel, env) {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-wheel-'));
  let failure;
  try {
    const requirements = join(folder, 'requirements.txt');
    writeFileSync(requirements, `${wheel.project}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
    for (const [program = '', ...first] of PIPS) {
      const command = [...first, 'download', ...forPlatformOf(wheel), '-d', folder, '-r', requirements];
      try {
        await run(program, command, { env, timeout: PIP_MILLISECONDS });
        return { file: readFileSync(join(folder, wheel.name)) };
      } catch (error) {
        const { code, stderr = '' } = /** @type {Error & { code?: string | number, stderr?: string }} */ (error);
        if (code === 'ENOENT' || stderr.includes('No module named')) continue;
        failure ??= `pip could not fetch ${wheel.name}: ${lastLine(stderr) || error}`;
      }
    }
    return failure === undefined ? {} : { failure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The file for Lambda or for this machine, whatever Python pip runs on.
 *
 * @param {Wheel} wheel
 */
function forPlatformOf({ name }) {
  const [, , python = '', abi = '', platform = ''] = name.replace(/\.whl$/, '').split('-');
  const tags = ['--platform', platform, '--python-version', python.replace('cp', ''), '--abi', abi];
  return ['--no-deps', '--require-hashes', '--only-binary=:all:', '--implementation', 'cp', ...tags];
}

/**
 * @param {Wheel} wheel
 * @param {NodeJS.ProcessEnv} env
 * @param {string | undefined} failure of pip, where there is one
 */
async function fetchWithoutPip(wheel, env, failure) {
  if (env.PIP_INDEX_URL) return fetchFromIndex(wheel, env.PIP_INDEX_URL, env);
  throw new Error(failure ?? `${wheel.name} needs pip, or PIP_INDEX_URL with the address of a Python package index`);
}

/** @param {string} text */
const lastLine = (text) => text.trim().split('\n').at(-1);
