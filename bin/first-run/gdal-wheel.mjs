import { dirname } from 'node:path';
import { compileBinding } from '../../layers/gdal/compile-binding.mjs';
import { readLock, wheelFor } from '../../layers/gdal/lock.mjs';
import { unpackWheel } from '../../layers/gdal/unpack-wheel.mjs';
import { fetchWheel } from '../../layers/gdal/wheel.mjs';
import { bindingFile } from './gdal-probe.mjs';
import { runProgram } from './run-program.mjs';
import { countSeconds } from './say.mjs';

/**
 * The pinned GDAL for this machine: a library out of a Python wheel, which runs on every Linux with glibc 2.28 or newer.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @returns {import('../../layers/gdal/lock.mjs').Wheel | undefined}
 */
export function pinnedWheel({ root }) {
  const musl = process.platform === 'linux' && !hasGlibc();
  return musl ? undefined : wheelFor(readLock(root));
}

function hasGlibc() {
  const { header } = /** @type {{ header: Record<string, unknown> }} */ (process.report.getReport());
  return header.glibcVersionRuntime !== undefined;
}

/**
 * Puts the pinned GDAL where the binding will be, and compiles the binding to it.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @param {import('../../layers/gdal/lock.mjs').Wheel} wheel
 * @returns {Promise<import('./run-program.mjs').Outcome>}
 */
export async function buildWithWheel(machine, wheel) {
  const stopCounting = countSeconds(`fetching GDAL (${wheel.name}, 33 MB)`);
  try {
    await unpackWheel(await fetchWheel(wheel, machine.env), wheel, { library: dirname(bindingFile(machine.root)) });
  } catch (error) {
    return { ok: false, output: /** @type {Error} */ (error).message, seconds: stopCounting() };
  }
  const fetching = stopCounting();
  const compiled = await compile(machine, 'compiling the binding to GDAL, about a minute', wheel.library);
  return { ...compiled, seconds: fetching + compiled.seconds };
}

/**
 * Compiles the binding to the system's GDAL, or to a library beside it.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @param {string} doing the progress message
 * @param {string} [library] its file name
 */
export function compile({ root, env, log }, doing, library) {
  return compileBinding({ root, env, isQuick: true, ...(library && { library }) }, (program) =>
    runProgram({ doing, log, ...program }),
  );
}
