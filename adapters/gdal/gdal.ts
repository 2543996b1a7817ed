import { createRequire, Module } from 'node:module';
import type * as gdalModule from 'gdal-async';

export type Gdal = typeof gdalModule;

/** The command that installs GDAL, which is also the project's first step. */
export const gdalInstall = 'node bin/first-run.mjs';

/**
 * The only drivers that open boundary files. Each call of `open` names the expected ones, so that no file can choose
 * one that reads other files or the network (VRT, the /vsi handlers).
 */
export type VectorDriver = 'ESRI Shapefile' | 'GPKG' | 'OpenFileGDB' | 'FlatGeobuf';

let loaded: Gdal | undefined;

/**
 * Loads GDAL at the first call, once per process; where it cannot be loaded, the next call tries again, since a first start installs it while the
 * server runs. `createRequire` searches node_modules and then NODE_PATH, which has
 * the Lambda layer; `import` would not.
 *
 * @returns undefined if it is not installed or cannot be loaded.
 * @example
 * const gdal = loadGdal();
 * if (!gdal) console.error(`GDAL is missing: run ${gdalInstall}`);
 */
export function loadGdal(): Gdal | undefined {
  if (loaded) return loaded;
  try {
    // Defence in depth: disables drivers that read other files named in a file, and the download of projection grids.
    // Read by GDAL on loading.
    process.env.GDAL_SKIP ??= 'VRT';
    process.env.OGR_SKIP ??= 'OGR_VRT';
    process.env.PROJ_NETWORK = 'OFF';
    const gdal = requireGdal(createRequire(import.meta.url));
    // A GeoPackage is an SQLite database. It must not load code, and does not need SpatiaLite, whose virtual tables
    // read any file: if GDAL is linked with it, as in Debian, views over such tables would do so by themselves.
    gdal.config.set('OGR_SQLITE_LOAD_EXTENSIONS', '');
    gdal.config.set('SPATIALITE_LOAD', 'NO');
    loaded = gdal;
  } catch {
    return undefined;
  }
  return loaded;
}

/**
 * Loads the package without its support for writing VRT files, a hundred and sixty files that take a third of the time;
 * Furrow does not use VRT.
 */
function requireGdal(require: NodeJS.Require): Gdal {
  const gdal = require.resolve('gdal-async');
  const writer = createRequire(gdal).resolve('xmlbuilder2');
  require.cache[writer] ??= Object.assign(new Module(writer), { exports: {}, loaded: true });
  return require(gdal) as Gdal;
}
