import { createRequire, Module } from 'node:module';
import type * as gdalModule from 'gdal-async';

export type Gdal = typeof gdalModule;

/** What to run where GDAL does not load; the project's first step runs the same. */
export const gdalInstall = 'node bin/first-run.mjs';

/**
 * The only drivers that open boundary files. Each call of `open` names those it expects, so that no file can choose one that reads other
 * files or the network (VRT, the /vsi handlers).
 */
export type VectorDriver = 'ESRI Shapefile' | 'GPKG' | 'OpenFileGDB' | 'FlatGeobuf';

let loaded: Gdal | undefined;
let hasFailed = false;

/**
 * Loads GDAL at the first call, once per process. `createRequire` looks into node_modules and then into NODE_PATH, where a Lambda layer is;
 * an `import` would not.
 *
 * @returns undefined when it is not installed or does not load on this machine.
 */
export function loadGdal(): Gdal | undefined {
  if (loaded || hasFailed) return loaded;
  try {
    // Even unnamed, drivers that read other files on a file's word are left out, and projection grids are not fetched. Looked at on loading.
    process.env.GDAL_SKIP ??= 'VRT';
    process.env.OGR_SKIP ??= 'OGR_VRT';
    process.env.PROJ_NETWORK = 'OFF';
    loaded = requireGdal(createRequire(import.meta.url));
    // A GeoPackage is an SQLite database. It may not load code, and has no use for SpatiaLite, whose virtual tables read any file: where GDAL
    // is linked with it, as Debian's is, views over them would do so by themselves.
    loaded.config.set('OGR_SQLITE_LOAD_EXTENSIONS', '');
    loaded.config.set('SPATIALITE_LOAD', 'NO');
  } catch {
    hasFailed = true;
  }
  return loaded;
}

/**
 * Loads the package without what it makes VRT files with, which takes a third of the time: a hundred and sixty files, and Furrow neither
 * makes nor reads VRT.
 */
function requireGdal(require: NodeJS.Require): Gdal {
  const gdal = require.resolve('gdal-async');
  const writer = createRequire(gdal).resolve('xmlbuilder2');
  require.cache[writer] ??= Object.assign(new Module(writer), { exports: {}, loaded: true });
  return require(gdal) as Gdal;
}
