import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which files GDAL comes from: an index or a release can be changed after the fact, a committed hash cannot. */
const LOCK = 'gdal.lock.json';

/**
 * A Python wheel that holds GDAL as one shared library.
 *
 * @typedef {object} Wheel
 * @property {string} project its name in a Python package index
 * @property {string} version
 * @property {string} name of the file
 * @property {string} sha256 of the file
 * @property {string} library the file name of GDAL in it; it is also its soname, whose hash differs between wheels
 */

/**
 * @typedef {object} Lock
 * @property {string} gdal the version of GDAL in the wheels
 * @property {{ project: string, version: string, files: Record<string, { name: string, sha256: string, library: string }> }} wheel
 * @property {{ version: string, sha256: Record<string, string> }} prebuilt releases of gdal-async, by the name of their binding
 * @property {{ version: string, integrity: string }} node the Node that Lambda's binding is compiled for and with
 * @property {Record<string, { version: string, licence: string }>} bundles libraries inside the wheels' GDAL, licences as SPDX has them
 */

/**
 * @param {string} root the project's folder
 * @returns {Lock}
 */
export const readLock = (root) => JSON.parse(readFileSync(join(root, LOCK), 'utf8'));

/**
 * The wheel for a platform, if one is pinned.
 *
 * @param {Lock} lock
 * @param {string} [platform] as Node names it: `linux-x64`
 * @returns {Wheel | undefined}
 */
export function wheelFor({ wheel }, platform = `${process.platform}-${process.arch}`) {
  const file = wheel.files[platform];
  return file && { project: wheel.project, version: wheel.version, ...file };
}

/**
 * Compares a file with its pin.
 *
 * @param {Uint8Array} file
 * @param {{ name: string, sha256: string }} pinned
 * @param {string} [by] the file that the pin stands in
 * @throws {Error} when it is another file
 */
export function compareWithPin(file, { name, sha256 }, by = LOCK) {
  const found = sha256Of(file);
  if (found !== sha256) throw new Error(`${name} is another file than ${by} says: known ${sha256}, found ${found}`);
}

/** @param {Uint8Array} file */
export const sha256Of = (file) => createHash('sha256').update(file).digest('hex');
