import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeHarvest } from './machine-files/write-harvest.ts';
import { zipFolder } from './machine-files/zip-folder.ts';
import { runPeer } from './missing-peer.ts';
import { benchmark, type Row, within } from './row.ts';
import { projectDir } from './running-furrow.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** GDAL reads the source for each picture and paints a point as one pixel; here each is a rectangle, and each picture is made with its legend too. */
const timesPeer = 1;
/** A worker may take ten minutes and 2,400 MB. */
const [maxSeconds, maxMegabytes] = [60, 1_200];
/** The columns of the source that the peer paints, as often as there are images, and its pixels. */
const columns = ['WetMass', 'Moisture', 'VRYIELDVOL', 'Elevation', 'Heading'];
const pixels = '1600';
const colours = '0% 68 1 84\n50% 33 145 140\n100% 253 231 37\nnv 0 0 0 0\n';

/** All images of a harvest, from its points in the lake to the PNGs, as the worker draws them on demand. */
export const images = benchmark({
  name: 'images',
  takes: 'three minutes and 2 GB of disk: all images of a hundred thousand points, and of a million',
  sizes: { full: { few: 100_000, many: 1_000_000, rounds: 3 }, tiny: { few: 2_000, many: 3_000, rounds: 1 } },
  async *run({ few, many, rounds }) {
    const temporary = temporaryFolder();
    try {
      yield* comparedWithGdal(await processed(temporary.path, few), rounds);
      yield* limited(await processed(temporary.path, many));
    } finally {
      temporary.remove();
    }
  },
});

/** A processed harvest of the given number of points. */
interface Harvest {
  points: number;
  /** The folder of its record and its points. */
  folder: string;
  zip: string;
}

async function processed(parent: string, points: number): Promise<Harvest> {
  const [source, folder, zip] = ['source', 'made', 'zip'].map((name) => join(parent, `${name}-${points}`)) as [
    string,
    string,
    string,
  ];
  await writeHarvest(source, points);
  await zipFolder(source, `${zip}.zip`);
  rmSync(source, { recursive: true });
  mkdirSync(folder);
  await inNode('process-file.ts', folder, `${zip}.zip`);
  return { points, folder, zip: `${zip}.zip` };
}

async function* comparedWithGdal({ points, folder, zip }: Harvest, rounds: number): AsyncGenerator<Row> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const { milliseconds, images } = await drawn(folder);
    ours.push(milliseconds);
    theirs.push(await timed(() => drawWithGdal(zip, folder, images)));
  }
  yield {
    name: `all images of ${points.toLocaleString('en')} points`,
    measured: median(ours),
    unit: 'ms',
    comparedWith: { what: 'of gdal_rasterize and gdaldem painting single pixels', value: median(theirs) },
    limit: { atMost: timesPeer },
  };
}

async function* limited({ points, folder }: Harvest): AsyncGenerator<Row> {
  const { milliseconds, megabytes } = await drawn(folder);
  const what = `all images of ${points.toLocaleString('en')} points`;
  yield within(what, milliseconds / 1000, maxSeconds, 's');
  yield within(`memory of the worker for ${what}`, megabytes, maxMegabytes, 'MB');
}

interface DrawnImages {
  milliseconds: number;
  megabytes: number;
  images: number;
}

const drawn = (folder: string): Promise<DrawnImages> => inNode('draw-images.ts', folder);

async function inNode<T>(program: string, ...operands: string[]): Promise<T> {
  const path = join('bench', 'machine-files', program);
  const { stdout } = await run(process.execPath, ['--import', 'tsx', path, ...operands], { cwd: projectDir });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

async function drawWithGdal(zip: string, folder: string, pictures: number): Promise<void> {
  const [raster, ramp, picture] = ['peer.tif', 'ramp.txt', 'peer.png'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(ramp, colours);
  const from = { packages: 'gdal-bin' };
  for (let index = 0; index < pictures; index++) {
    const column = columns[index % columns.length] ?? '';
    rmSync(raster, { force: true });
    const grid = ['-ts', pixels, pixels, '-a_nodata', '-9999', '-init', '-9999'];
    await runPeer('gdal_rasterize', ['-q', '-a', column, ...grid, `/vsizip/${zip}`, raster], from);
    await runPeer('gdaldem', ['color-relief', '-q', '-alpha', '-of', 'PNG', raster, ramp, picture], from);
  }
}
