import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { replaceFile } from '../../infra/bundling/replace-files.ts';

/** The folder is in the project, so that programs find its packages. */
const folder = fileURLToPath(new URL('../../dist/programs', import.meta.url));

/** Packages with native code or files of their own. */
const notBundled = ['gdal-async', '@duckdb/node-bindings', 'koffi', 'geos-wasm'];

/** CommonJS dependencies expect a `require`, which an ES module lacks. */
const banner =
  "import { createRequire as furrowRequire } from 'node:module'; const require = furrowRequire(import.meta.url);";

/**
 * Bundles a program that runs in processes of its own, so that these start on plain Node.js: the loader for TypeScript and the hundreds of files that it
 * translates take six times as long.
 *
 * @param source the program's module.
 * @returns the path of the bundle. A changed bundle is written in one step.
 */
export async function bundledProgram(source: URL): Promise<string> {
  const path = join(folder, `${basename(source.pathname, '.ts')}.mjs`);
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    outfile: path,
    banner: { js: banner },
    bundle: true,
    external: notBundled,
    format: 'esm',
    logLevel: 'silent',
    mainFields: ['module', 'main'],
    platform: 'node',
    target: 'node20',
    write: false,
  });
  await Promise.all(outputFiles.map((file) => replaceFile(file.path, file.contents)));
  return path;
}
