import { createRequire } from 'node:module';
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
let failure: string | undefined;

/**
 * Loads GDAL at the first call, once per process. `createRequire` looks into node_modules and then into NODE_PATH, where a Lambda layer is;
 * an `import` would not.
 *
 * @returns undefined when it is not installed or does not load on this machine; `gdalFailure` then says why.
 */
export function loadGdal(): Gdal | undefined {
  if (loaded || failure) return loaded;
  try {
    loaded = createRequire(import.meta.url)('gdal-async') as Gdal;
    // A GeoPackage is an SQLite database: it may not load code. Files are local: nothing may be fetched.
    loaded.config.set('OGR_SQLITE_LOAD_EXTENSIONS', '');
    loaded.config.set('GDAL_DISABLE_READDIR_ON_OPEN', 'FALSE');
    loaded.config.set('CPL_CURL_VERBOSE', 'NO');
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  return loaded;
}

export function gdalFailure(): string | undefined {
  return failure;
}
