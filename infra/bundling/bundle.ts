import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { callsProviders } from '../../functions/manifest/needs.ts';
import { functionNeeds } from '../../functions/manifests.ts';
import { buildPages } from './build-pages.ts';
import { compressed } from './compressed.ts';
import { filesIn, mirrorFiles, replaceFile } from './replace-files.ts';
import { slimEndpoints } from './slim/endpoints.ts';
import { slimSchemas } from './slim/schemas.ts';
import { slimSdk } from './slim/sdk.ts';
import { slimZod } from './slim/zod.ts';

/** A function ready to be deployed: a directory with `index.mjs`, whose export `handler` is called. Parts of it that are loaded later, and source maps, are beside it. */
export interface Bundle {
  name: string;
  kind: 'area' | 'worker';
  directory: string;
}

export interface BundleOptions {
  /** The project's folder, which holds `functions/`. */
  root: string;
  /** Receives one folder per function. */
  outdir: string;
}

interface Source {
  name: string;
  kind: Bundle['kind'];
  /** Name of the folder below `outdir`. */
  folder: string;
  entry: string;
  /** Files that the function reads at run time, copied beside its code. */
  assets: string;
}

/** Functions whose names are not those of their folders: a name that was deployed stays, since another one is another function. */
const deployedAs: Record<string, string> = { 'areas/query/run': 'query', 'areas/query/results': 'queries' };

/**
 * Packages with native code: they come from a Lambda layer, or from `node_modules` on a laptop. Code that uses them must
 * `require` them, since a layer is on NODE_PATH, which `import` does not follow.
 */
const nativePackages = ['gdal-async', '@duckdb/node-bindings', 'koffi'];

const slimClients = [slimSdk, slimSchemas, slimEndpoints];

/** CommonJS dependencies expect a `require`, which an ES module lacks. */
const banner =
  "import { createRequire as furrowRequire } from 'node:module'; const require = furrowRequire(import.meta.url);";

/**
 * Bundles every function found below `functions/`: areas of the API (`areas/<area>/index.ts`, or one for each of its parts) and workers (`jobs/<job>/index.ts`); the
 * documentation apart from the others because it describes schemas. Folders of functions that are gone are removed.
 */
export async function bundle(options: BundleOptions): Promise<Bundle[]> {
  const sources = await findSources(join(options.root, 'functions'));
  await removeForgotten(options.outdir, sources);
  if (sources.length === 0) return [];
  const documented = sources.filter(({ name }) => name === 'docs');
  const others = sources.filter((source) => !documented.includes(source));
  const inParts = others.filter(({ name }) => callsProviders(functionNeeds[name] ?? {}));
  const results = [
    await bundleEntries(
      others.flatMap((source) => [...(inParts.includes(source) ? [] : [entryOf(source)]), ...programsOf(source)]),
      options,
      { plugins: [...slimClients, slimZod] },
    ),
    await bundleEntries(documented.map(entryOf), options, { plugins: slimClients }),
    // One at a time: parts that functions shared would be outside of the folders that are deployed, and each start would read more of them.
    ...(await Promise.all(
      inParts.map((source) =>
        bundleEntries([entryOf(source)], options, {
          plugins: [...slimClients, slimZod],
          splitting: true,
          chunkNames: `${source.folder}/${partPrefix}[hash]`,
        }),
      ),
    )),
  ];
  const files = results.flatMap(({ outputFiles }) => outputFiles);
  await removeFormerParts(options.outdir, sources, new Set(files.map(({ path }) => path)));
  await Promise.all([
    ...files.map((file) => replaceFile(file.path, file.contents)),
    ...sources.map((source) => copyAssets(source, options)),
    // Beside the folders, not in them: what each bundle is made of, to find out why one grew.
    replaceFile(join(options.outdir, 'metafile.json'), Buffer.from(JSON.stringify(metafileOf(results)))),
  ]);
  return sources.map(({ name, kind, folder }) => ({ name, kind, directory: join(options.outdir, folder) }));
}

interface Entry {
  in: string;
  out: string;
}

const entryOf = ({ folder, entry }: Source): Entry => ({ in: entry, out: `${folder}/index` });

/** Programs that a function starts as processes of their own. */
function programsOf({ name, folder }: Source): Entry[] {
  return Object.entries(functionNeeds[name]?.programs ?? {}).map(([program, source]) => ({
    in: source,
    out: `${folder}/${program}`,
  }));
}

function bundleEntries(
  entryPoints: Entry[],
  { root, outdir }: BundleOptions,
  how: Pick<BuildOptions, 'plugins' | 'splitting' | 'chunkNames'>,
) {
  return build({
    ...how,
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    bundle: true,
    external: nativePackages,
    format: 'esm',
    legalComments: 'none',
    logLevel: 'error',
    mainFields: ['module', 'main'],
    metafile: true,
    minify: true,
    platform: 'node',
    sourcemap: 'linked',
    sourcesContent: false,
    // The oldest Node that runs a bundle: 20 on a laptop, 24 in AWS.
    target: 'node20',
    write: false,
  });
}

/** What `import()` loads of a function that calls providers, and what that shares with the rest. */
const partPrefix = 'part-';

/** Removes parts of earlier bundles, whose names have a hash of their content. */
async function removeFormerParts(outdir: string, sources: readonly Source[], made: ReadonlySet<string>): Promise<void> {
  const parts = sources.map(async ({ folder }) =>
    (await namesIn(join(outdir, folder)))
      .filter((name) => name.startsWith(partPrefix))
      .map((name) => join(outdir, folder, name)),
  );
  const former = (await Promise.all(parts)).flat().filter((path) => !made.has(path));
  await Promise.all(former.map((path) => rm(path, { force: true })));
}

function metafileOf(results: { metafile: Metafile }[]): Metafile {
  const [inputs, outputs] = (['inputs', 'outputs'] as const).map((part) =>
    Object.assign({}, ...results.map(({ metafile }) => metafile[part])),
  );
  return { inputs, outputs };
}

/** `functions/areas/<area>`, or the parts of one that is deployed as several functions, and `functions/jobs/<job>`, each with its entry. */
async function findSources(functions: string): Promise<Source[]> {
  const sourcesIn = async (parent: string, kind: Bundle['kind'], prefix: string): Promise<Source[]> =>
    (await namesIn(join(functions, parent)))
      .map((part) => ({ name: deployedAs[`${parent}/${part}`] ?? part, path: join(functions, parent, part) }))
      .map(({ name, path }) => ({
        name,
        kind,
        folder: `${prefix}${name}`,
        entry: join(path, 'index.ts'),
        assets: join(path, 'assets'),
      }))
      .filter(({ entry }) => existsSync(entry));
  const areas = (await namesIn(join(functions, 'areas'))).map((area) => `areas/${area}`);
  const parts = await Promise.all(areas.map((area) => sourcesIn(area, 'area', '')));
  return [
    ...(await sourcesIn('areas', 'area', '')),
    ...parts.flat(),
    ...(await sourcesIn('jobs', 'worker', 'workers-')),
  ];
}

async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? (await readdir(folder)).sort() : [];
}

async function removeForgotten(outdir: string, sources: readonly Source[]): Promise<void> {
  const wanted = new Set([...sources.map((source) => source.folder), 'metafile.json']);
  const forgotten = (await namesIn(outdir)).filter((name) => !wanted.has(name) && !name.endsWith('.part'));
  await Promise.all(forgotten.map((name) => rm(join(outdir, name), { recursive: true, force: true })));
}

/** The assets of a function: its own, those of packages that its manifest names, and files built for it. */
async function copyAssets({ name, folder, assets }: Source, { root, outdir }: BundleOptions): Promise<void> {
  const borrowed = Object.entries(functionNeeds[name]?.assets ?? {}).map(
    ([asset, file]) => [asset, join(root, file)] as const,
  );
  const built = name === 'pages' ? await buildPages(root) : [];
  // Compressing a megabyte at the first request would take the time that it saves.
  const packed = await Promise.all(
    borrowed
      .filter(([asset]) => name === 'docs' && /\.(js|css)$/.test(asset))
      .map(async ([asset, file]) => [`${asset}.br`, compressed(await readFile(file))] as const),
  );
  await mirrorFiles(
    new Map<string, string | Uint8Array>([...(await filesIn(assets)), ...borrowed, ...built, ...packed]),
    join(outdir, folder, 'assets'),
  );
}
