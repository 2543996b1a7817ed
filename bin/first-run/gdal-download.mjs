import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fetchPatiently } from '../../layers/gdal/fetch-patiently.mjs';
import { compareWithPin, readLock, sha256Of } from '../../layers/gdal/lock.mjs';
import { bindingFile, bindingName } from './gdal-probe.mjs';
import { runProgram } from './run-program.mjs';
import { say } from './say.mjs';
import { stampAt } from './stamp.mjs';

/** The hashes of the releases that were fetched into this folder, by their names; not committed. */
const SEEN = 'gdal.seen.json';

/**
 * Fetches the prebuilt binding with its own GDAL (about 25 MB) from the releases of gdal-async, for macOS and Windows.
 *
 * Its hash is compared with gdal.lock.json, else with the one that this folder saw first. The first time nothing vouches for
 * it but TLS, which a line says, unless FURROW_GDAL_STRICT=1 refuses it. It is unpacked only afterwards.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @returns {Promise<import('./run-program.mjs').Outcome>}
 */
export async function downloadBinding({ root, env, log }) {
  const started = Date.now();
  const refused = (/** @type {string} */ output) => {
    return { ok: false, output, seconds: Math.round((Date.now() - started) / 1000) };
  };
  const { version, binary } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'gdal-async', 'package.json'), 'utf8'),
  );
  const { prebuilt } = readLock(root);
  const name = `gdal-async ${version}, ${bindingName()}`;
  const pinned = prebuilt.version === version ? prebuilt.sha256[bindingName()] : undefined;
  if (!pinned && env.FURROW_GDAL_STRICT === '1') {
    return refused(`FURROW_GDAL_STRICT=1, and gdal.lock.json has no hash for ${name}: nothing was fetched`);
  }
  const seen = stampAt(join(root, SEEN));
  try {
    const { body: archive } = await fetchPatiently(`${binary.host}v${version}/${bindingName()}.tar.gz`, env);
    const known = pinned ?? seen.read()?.[name];
    if (known) compareWithPin(archive, { name, sha256: known }, pinned ? undefined : SEEN);
    else {
      say(`${name} was fetched over TLS and compared with no hash; ${SEEN} keeps the one it has, for the next time`);
      seen.write({ ...seen.read(), [name]: sha256Of(archive) });
    }
    return await unpack(archive, { root, env, log });
  } catch (error) {
    return refused(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {Uint8Array} archive
 * @param {Pick<import('./steps.mjs').Machine, 'root' | 'env' | 'log'>} machine
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
