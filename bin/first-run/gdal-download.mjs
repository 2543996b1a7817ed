import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { knownHash, refusal } from '../../layers/gdal/lock.mjs';
import { bindingFile, bindingName } from './gdal-probe.mjs';
import { runProgram } from './run-program.mjs';

/** A download that receives nothing for this long is aborted; many firewalls drop packets without an error. */
const PATIENCE_SECONDS = 15;

/**
 * Fetches the prebuilt binding (about 25 MB) from its maintainer's releases, if its expected hash is known.
 * It is unpacked only after the hashes were compared.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @returns {Promise<import('./run-program.mjs').Outcome>}
 */
export async function downloadBinding({ root, env, log }) {
  const started = Date.now();
  const ended = (/** @type {string} */ output, ok = false) => ({
    ok,
    output,
    seconds: Math.round((Date.now() - started) / 1000),
  });
  const { version, binary } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'gdal-async', 'package.json'), 'utf8'),
  );
  const binding = bindingName();
  const known = knownHash({ root, env, version, binding });
  if (!known)
    return ended(`the prebuilt GDAL ${version} for ${binding} was not downloaded: gdal.lock.json has no hash for it`);
  try {
    const patience = Number(env.FURROW_DOWNLOAD_PATIENCE_SECONDS) || PATIENCE_SECONDS;
    const archive = await fetchPatiently(`${binary.host}v${version}/${binding}.tar.gz`, patience);
    const reason = refusal(archive, known);
    return reason ? ended(reason) : await unpack(archive, { root, env, log });
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    return ended(cause instanceof Error ? `${message}: ${cause.message}` : message);
  }
}

/**
 * @param {string} url
 * @param {number} patience seconds
 */
async function fetchPatiently(url, patience) {
  const stop = new AbortController();
  const giveUp = () => stop.abort(new Error(`the download received nothing for ${patience} s`));
  let timer = setTimeout(giveUp, patience * 1000);
  try {
    const response = await fetch(url, { signal: stop.signal });
    if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`);
    const chunks = [];
    for await (const chunk of response.body) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patience * 1000);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {Uint8Array} archive
 * @param {import('./steps.mjs').Machine} machine
 */
async function unpack(archive, { root, env, log }) {
  const scratch = mkdtempSync(join(tmpdir(), 'furrow-gdal-'));
  try {
    const file = join(scratch, 'gdal.tar');
    const folder = dirname(bindingFile(root));
    writeFileSync(file, gunzipSync(archive));
    mkdirSync(folder, { recursive: true });
    const command = ['tar', '-xf', file, '--strip-components=1', '-C', folder];
    return await runProgram({ doing: 'unpacking the prebuilt GDAL', command, cwd: root, env, log });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
