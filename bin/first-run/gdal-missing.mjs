import { isOnPath } from './apt.mjs';
import { DEBIAN_PACKAGES } from './gdal-compile.mjs';

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
    `  to get it ${command(machine)}`,
    '  then      run the same command again; it compiles a binding to that GDAL, about two minutes',
    `  details   ${machine.log}`,
  ].join('\n');
}

/** @param {import('./steps.mjs').Machine} machine */
function command({ env, isRoot }) {
  const sudo = isRoot ? '' : 'sudo ';
  if (isOnPath('apt-get', env)) {
    return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${DEBIAN_PACKAGES.join(' ')}`;
  }
  if (process.platform === 'darwin') return 'brew install gdal';
  return 'install a C++ compiler, make, python3 and the development files of GDAL (gdal-config)';
}
