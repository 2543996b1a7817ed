import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { copyPackages } from '../copy-packages.ts';
import type { BuildOptions, Recipe } from '../recipe.ts';
import { run } from '../run.ts';
import { compileBinding, missingCompilers } from './compile-binding.mjs';
import { lambdaNode } from './lambda-node.ts';
import { readLock, type Wheel, wheelFor } from './lock.mjs';
import { unpackWheel } from './unpack-wheel.mjs';
import { fetchWheel } from './wheel.mjs';

/** Node 24 by the number of its binary interface, as node-pre-gyp names the folders of bindings. */
const binding = 'node-v137-linux-x64';
const home = 'nodejs/node_modules/gdal-async';
const lambda = 'linux-x64';

/** Needed at run time, beside the binding: the JavaScript around it, and the folders of tables that it insists on. */
const parts = ['package.json', 'LICENSE', 'lib', 'deps/libgdal/gdal/data', 'deps/libgdal/gdal/frmts/grib/data'];

/** The pinned GDAL, and the binding of gdal-async compiled to it for the Node of Lambda. */
export const gdal: Recipe = {
  name: 'gdal',
  binaries: (root) => [
    `${home}/lib/binding/${binding}/gdal.node`,
    `${home}/lib/binding/${binding}/${wheelForLambda(root).library}`,
  ],
  async build(options) {
    const { root, target } = options;
    const installed = join(root, 'node_modules/gdal-async');
    for (const part of parts) {
      await cp(join(installed, part), join(target, home, part), {
        recursive: true,
        filter: (path) => !/[\\/]lib[\\/]binding$|\.(d\.ts|gpp)$/.test(path),
      });
    }
    // The library has the projections in it; the JavaScript only looks whether there is a folder.
    await mkdir(join(target, home, 'deps/libproj/proj/data'), { recursive: true });
    await copyPackages({
      root,
      target: join(target, 'nodejs'),
      packages: ['@mapbox/node-pre-gyp', '@petamoriken/float16', 'xmlbuilder2'],
      from: installed,
    });
    await placeGdal(join(target, home), options);
  },
  tryOut,
};

function wheelForLambda(root: string): Wheel {
  const wheel = wheelFor(readLock(root), lambda);
  if (!wheel) throw new Error(`gdal.lock.json has no wheel for ${lambda}`);
  return wheel;
}

/** Compiles where gdal-async is installed, beside the binding for this machine, and copies what came of it. */
async function placeGdal(destination: string, { root, say }: BuildOptions): Promise<void> {
  checkMachine();
  const wheel = wheelForLambda(root);
  const compiled = join(root, 'node_modules/gdal-async/lib/binding', binding);
  say(`fetching ${wheel.name}`);
  const notices = join(destination, 'notices');
  await unpackWheel(await fetchWheel(wheel, process.env), wheel, { library: compiled, notices });
  await compileForLambda(root, wheel, say);
  const folder = join(destination, 'lib/binding', binding);
  await cp(compiled, folder, { recursive: true });
  await run('strip', ['--strip-unneeded', join(folder, wheel.library)]);
}

function checkMachine(): void {
  const here = `${process.platform}-${process.arch}`;
  if (here !== lambda) throw new Error(`The layer of GDAL is compiled on ${lambda}, and this is ${here}. ${elsewhere}`);
  const missing = missingCompilers(process.env);
  if (missing.length > 0) throw new Error(`The layer of GDAL is compiled, which needs ${missing.join(', ')}.`);
}

const elsewhere = 'docs/deploy.md, "Native layers", says how to make it in a container.';

async function compileForLambda(root: string, { library }: Wheel, say: (line: string) => void): Promise<void> {
  const installed = dirname(dirname(await lambdaNode(root, say)));
  const scratch = await mkdtemp(join(tmpdir(), 'furrow-node-'));
  try {
    // The project's path may have spaces, which the paths of headers must not.
    await symlink(installed, join(scratch, 'node'));
    const node = join(scratch, 'node/bin/node');
    say('compiling the binding for Lambda, about a minute');
    await compileBinding(
      { root, env: process.env, library, node },
      ({ command: [program = '', ...parameters], ...how }) => run(program, parameters, how),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A zipped shapefile as a machine wrote it. */
const sample = 'local/sandboxes/world/samples/harvest-of-jen-3.zip';

/** Converts a real zip on the Node of Lambda, with no other GDAL in reach than the layer's. */
async function tryOut(folder: string, { root, say }: Pick<BuildOptions, 'root' | 'say'>): Promise<void> {
  const node = await lambdaNode(root, say);
  const layer = join(folder, 'nodejs/node_modules');
  const trial = join(root, 'layers/gdal/trial.cjs');
  const scratch = await mkdtemp(join(tmpdir(), 'furrow-trial-'));
  try {
    // Node looks for packages above a program's file as well, where this project has its own.
    await cp(trial, join(scratch, 'trial.cjs'));
    const program = [join(scratch, 'trial.cjs'), join(root, sample)];
    const found = JSON.parse(await run(node, program, { cwd: scratch, env: { NODE_PATH: layer } }));
    if (found.points === 0 || found.stored !== found.points || !found.library?.startsWith(layer)) {
      throw new Error(`The layer of GDAL loads, and does not convert as it should: ${JSON.stringify(found)}`);
    }
    say(`${found.node} read ${found.points} points of ${basename(sample)} with it`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
