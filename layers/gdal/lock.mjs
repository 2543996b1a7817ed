import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which file the prebuilt binding is: releases can be changed after the fact, a committed hash cannot. */
const LOCK = 'gdal.lock.json';

/**
 * The SHA-256 that the prebuilt binding must have: from FURROW_TRUST_GDAL, or from the lock file for this version and
 * platform. Without one nothing is fetched.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv, version: string, binding: string }} wanted `binding` is as node-v137-linux-x64
 * @returns {string | undefined}
 */
export function knownHash({ root, env, version, binding }) {
  if (env.FURROW_TRUST_GDAL) return env.FURROW_TRUST_GDAL.toLowerCase();
  const lock = JSON.parse(readFileSync(join(root, LOCK), 'utf8'));
  return lock.version === version ? lock.sha256[binding] : undefined;
}

/**
 * Compares an archive with what it has to be.
 *
 * @param {Uint8Array} archive
 * @param {string | undefined} known
 * @returns {string | undefined} why it may not be used
 */
export function refusal(archive, known) {
  const found = createHash('sha256').update(archive).digest('hex');
  if (found === known) return undefined;
  if (known)
    return `the prebuilt GDAL is another file than ${LOCK} or FURROW_TRUST_GDAL says: known ${known}, found ${found}`;
  return `nobody has vouched for this prebuilt GDAL: when another source confirms its SHA-256, write it to ${LOCK} or set FURROW_TRUST_GDAL=${found}`;
}
