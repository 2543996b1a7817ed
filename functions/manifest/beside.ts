/*
 * Files beside a function's bundle. Assets are files of packages that it loads on demand, by their names in the function's folder (a module needs
 * the extension `.mjs`); programs are bundles that it starts as separate processes, by their sources. Paths are relative to the project's folder.
 */

/** Geometry by GEOS. */
export const geos = {
  'geos.mjs': 'node_modules/geos-wasm/build/package/geos.esm.js',
  'geos-licence.md': 'node_modules/geos-wasm/LICENSE.md',
};

/** The hexagons of H3. */
export const h3 = {
  'h3.mjs': 'node_modules/h3-js/dist/h3-js.es.js',
  'h3-licence': 'node_modules/h3-js/LICENSE',
};

/** Becomes another program, behind barriers: a function with a contained process has it beside that. */
export const launcher = { launch: 'adapters/containment/launch.ts' };

/** The process of an owner's queries. */
export const queryProcess = { 'query-process': 'functions/areas/query/execution/query-process.ts' };
