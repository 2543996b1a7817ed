import type { Plugin } from 'esbuild';

/** Packages with native code. They come from a Lambda layer, or from `node_modules` on a laptop, never from a bundle. */
export const nativePackages = ['gdal-async', '@duckdb/node-api'] as const;

const filter = new RegExp(`^(${nativePackages.join('|')})$`);

/**
 * Turns an import of a native package into a `require`. Lambda puts a layer's packages on NODE_PATH, which `require`
 * follows and `import` does not; so an import left as it is would only fail in AWS.
 */
export const nativeEngines: Plugin = {
  name: 'native-engines',
  setup(build) {
    build.onResolve({ filter }, ({ path, namespace }) =>
      namespace === 'native-engine' ? { path, external: true } : { path, namespace: 'native-engine' },
    );
    build.onLoad({ filter: /.*/, namespace: 'native-engine' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};
