import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPackages } from '../copy-packages.ts';
import type { BuildOptions, Recipe } from '../recipe.ts';
import { run } from '../run.ts';
import { download } from './download.ts';
import { knownHash, refusal } from './lock.mjs';

/** Node 24 by the number of its binary interface, as gdal-async names its releases. */
const binding = 'node-v137-linux-x64';
const home = 'nodejs/node_modules/gdal-async';

/** Needed at run time, beside the binding: the JavaScript around it, projections, the tables of GDAL's formats. */
const parts = [
  'package.json',
  'LICENSE',
  'lib',
  'deps/libgdal/gdal/data',
  'deps/libgdal/gdal/frmts/grib/data',
  'deps/libproj/proj/data',
];

/** GDAL as the maintainer of gdal-async built it, without what only compiling needs. */
export const gdal: Recipe = {
  name: 'gdal',
  binaries: [`${home}/lib/binding/${binding}/gdal.node`],
  async build(options) {
    const { root, target } = options;
    const installed = join(root, 'node_modules/gdal-async');
    const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    // The sources of GDAL and of all it is made of are 200 MB, hence the list instead of a copy.
    for (const part of parts) {
      await cp(join(installed, part), join(target, home, part), {
        recursive: true,
        filter: (path) => !/[\\/]lib[\\/]binding$|\.(d\.ts|gpp)$/.test(path),
      });
    }
    await copyPackages({
      root,
      target: join(target, 'nodejs'),
      packages: ['@mapbox/node-pre-gyp', '@petamoriken/float16', 'xmlbuilder2'],
      from: installed,
    });
    await placeBinding(version, join(target, home, 'lib/binding', binding), options);
  },
};

async function placeBinding(version: string, folder: string, options: BuildOptions): Promise<void> {
  const { root, gdalFile, say } = options;
  await mkdir(folder, { recursive: true });
  if (gdalFile?.endsWith('.node')) {
    say(`taking ${gdalFile} as it is: a binary of your own is not compared with gdal.lock.json`);
    await cp(gdalFile, join(folder, 'gdal.node'));
    return;
  }
  const archive = gdalFile ? await readFile(gdalFile) : await download(version, binding, say);
  const reason = refusal(archive, knownHash({ root, env: process.env, version, binding }));
  if (reason) throw new Error(`${reason}.`);
  const scratch = await mkdtemp(join(tmpdir(), 'furrow-gdal-'));
  try {
    await writeFile(join(scratch, 'gdal.tar.gz'), archive);
    await run('tar', ['-xzf', join(scratch, 'gdal.tar.gz'), '--strip-components=1', '-C', folder]);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
