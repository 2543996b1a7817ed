import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a wheel says about the licences of what is inside it. */
const NOTICES = /^(?:[^/]+\/(?:gdal|proj)_data\/(?:copyright|vcpkg\.spdx\.json)|[^/]+\.dist-info\/licenses\/[^/]+)$/;

/**
 * Writes GDAL's library out of a wheel into a folder, and beside it the wheel's notices if a folder for them is given.
 * Tables of GDAL and PROJ stay in the wheel: the library has its own.
 *
 * @param {Uint8Array} file a wheel that was compared with its pin
 * @param {import('./lock.mjs').Wheel} wheel
 * @param {{ library: string, notices?: string }} folders
 * @throws {Error} when the wheel does not hold the library
 */
export async function unpackWheel(file, wheel, folders) {
  // Not at the top of the file, which is read before any package is installed.
  const { unzipSync } = await import('fflate');
  const isLibrary = (/** @type {string} */ name) => name.endsWith(`.libs/${wheel.library}`);
  const wanted = ({ name = '' }) => isLibrary(name) || (folders.notices !== undefined && NOTICES.test(name));
  const entries = Object.entries(unzipSync(file, { filter: wanted }));
  if (!entries.some(([name]) => isLibrary(name))) throw new Error(`${wheel.name} has no ${wheel.library}`);
  for (const [name, content] of entries) {
    const folder = isLibrary(name) ? folders.library : /** @type {string} */ (folders.notices);
    const own = isLibrary(name) ? wheel.library : name.replaceAll('/', '-');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, own), content, { mode: isLibrary(name) ? 0o755 : 0o644 });
  }
}
