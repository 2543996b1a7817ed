import { missingCompilers } from '../../layers/gdal/compile-binding.mjs';
import { isOnPath } from '../../layers/is-on-path.mjs';

/**
 * The message for a machine on which GDAL cannot be installed automatically, with the command to run.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @param {string | undefined} reason the last attempt's output
 */
export function withoutGdal(machine, reason) {
  const why = reason?.trim().split('\n').at(-1);
  return [
    'GDAL is missing: uploads that need it (shapefiles, rasters) will fail; everything else works.',
    ...(why ? [`  why       ${why}`] : []),
    `  to get it ${remedy(machine)}`,
    '  then      run the same command again; it compiles a binding to GDAL, about a minute',
    `  details   ${machine.log}`,
  ].join('\n');
}

/** @param {import('./steps.mjs').Machine} machine */
function remedy(machine) {
  if (process.platform !== 'linux') return 'let this machine reach the releases of gdal-async';
  const missing = missingCompilers(machine.env);
  if (missing.length === 0) {
    return 'install pip, or set PIP_INDEX_URL to a Python package index, which GDAL comes from';
  }
  if (!isOnPath('apt-get', machine.env)) return `install ${missing.join(', ')}`;
  const sudo = machine.isRoot ? '' : 'sudo ';
  return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${missing.join(' ')}`;
}
