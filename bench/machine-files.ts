import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inNode } from './in-node.ts';
import { writeHarvest } from './machine-files/write-harvest.ts';
import { writeTaskData } from './machine-files/write-task-data.ts';
import { zipFolder } from './machine-files/zip-folder.ts';
import { runPeer } from './missing-peer.ts';
import { benchmark, type Row, within } from './row.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const minPointsPerSecond = 60_000;
const maxMegabytes = 1_500;
const minOfParsing = 0.5;

/**
 * The whole way of a machine file in a running worker: opening, unpacking, reading, standardising, writing GeoJSON twice and GeoParquet
 * twice, sums and units. The peer of a shapefile is `ogr2ogr`, which only writes the source's own points as GeoJSON; the peer of an
 * ISO 11783 log is its library, which only reads.
 */
export const machineFiles = benchmark({
  name: 'machine-files',
  takes: 'three minutes and 3 GB of disk: a million points, and a log of 400,000 records, from zip to results',
  sizes: {
    // The log has 38 MB. Another file is read before measuring: a running worker has loaded its libraries.
    full: { points: 1_000_000, records: 400_000, warmUp: 2_000, rounds: 3 },
    tiny: { points: 2_000, records: 2_000, warmUp: 100, rounds: 1 },
  },
  async *run(sizes) {
    const temporary = temporaryFolder();
    try {
      yield* shapefile(temporary.path, sizes);
      yield* taskData(temporary.path, sizes);
    } finally {
      temporary.remove();
    }
  },
});

interface Sizes {
  points: number;
  records: number;
  warmUp: number;
  rounds: number;
}

async function* shapefile(folder: string, { points, warmUp, rounds }: Sizes): AsyncGenerator<Row> {
  const first = await zipped(folder, 'first', (directory) => writeHarvest(directory, warmUp));
  const zip = await zipped(folder, 'harvest', (directory) => writeHarvest(directory, points));
  const ours: Processed[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await processed(folder, first, zip));
    theirs.push(await timed(() => writeWithOgr(zip, join(folder, 'peer.geojson'))));
  }
  const milliseconds = median(ours.map((each) => each.milliseconds));
  const count = points.toLocaleString('en');
  yield {
    name: `${count} points from zip to results`,
    measured: milliseconds,
    unit: 'ms',
    comparedWith: { what: 'of ogr2ogr writing GeoJSON', value: median(theirs) },
    limit: { atMost: 1 },
  };
  yield {
    name: `points of them in a second`,
    measured: (points / milliseconds) * 1000,
    unit: '/s',
    comparedWith: { what: 'the limit', value: minPointsPerSecond },
    limit: { atLeast: 1 },
  };
  const peak = Math.max(...ours.map(({ megabytes }) => megabytes));
  yield within(`memory of the worker for ${count} points`, peak, maxMegabytes, 'MB');
}

async function* taskData(folder: string, { records, warmUp, rounds }: Sizes): AsyncGenerator<Row> {
  const first = await zipped(folder, 'first-log', (directory) => writeTaskData(directory, warmUp));
  const zip = await zipped(folder, 'task-data', (directory) => writeTaskData(directory, records));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push((await processed(folder, first, zip)).milliseconds);
    theirs.push((await inNode<{ milliseconds: number }>('machine-files/read-task-data.ts', zip)).milliseconds);
  }
  const rate = (milliseconds: number) => (records / milliseconds) * 1000;
  yield {
    name: `${records.toLocaleString('en')} records of ISO 11783, each second`,
    measured: rate(median(ours)),
    unit: '/s',
    comparedWith: { what: 'of isoxml reading them', value: rate(median(theirs)) },
    limit: { atLeast: minOfParsing },
  };
}

async function zipped(folder: string, name: string, write: (directory: string) => Promise<void>): Promise<string> {
  const directory = join(folder, name);
  const zip = join(folder, `${name}.zip`);
  await write(directory);
  await zipFolder(directory, zip);
  rmSync(directory, { recursive: true });
  return zip;
}

interface Processed {
  milliseconds: number;
  megabytes: number;
}

async function processed(folder: string, ...zips: string[]): Promise<Processed> {
  const results = join(folder, 'results');
  mkdirSync(results, { recursive: true });
  try {
    return await inNode<Processed>('machine-files/process-file.ts', results, ...zips);
  } finally {
    rmSync(results, { recursive: true });
  }
}

async function writeWithOgr(zip: string, target: string): Promise<void> {
  rmSync(target, { force: true });
  try {
    await runPeer('ogr2ogr', ['-f', 'GeoJSON', target, `/vsizip/${zip}`], { packages: 'gdal-bin' });
  } finally {
    rmSync(target, { force: true });
  }
}
