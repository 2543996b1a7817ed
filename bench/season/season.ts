import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { maxMemoryMegabytes } from '../../functions/manifest/needs.ts';
import { launchBrowser, noBrowser } from '../../test/browser/chromium.ts';
import { inNode } from '../in-node.ts';
import { MissingPeer } from '../missing-peer.ts';
import { lakeFile, writeLakeFile } from '../query/write-lake.ts';
import { benchmark, type Row, within } from '../row.ts';
import { type RunningFurrow, startFurrow } from '../running-furrow.ts';
import { median } from '../statistics.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { harvestedField } from './harvested-field.ts';
import { syntheticLayers } from './synthetic-layers.ts';
import { type Layers, type Visit, visit, visitByPhone } from './visit.ts';

const maxLayerMegabytes = 2;
const maxTaskMilliseconds = 100;
const maxInteractiveMilliseconds = 2_000;
const maxPaintMilliseconds = 2_000;
const maxPhoneMilliseconds = 1_000;
/** Of a page and its workers, beyond an empty page. */
const maxPageMegabytes = 512;
const year = '2016';

/** The season of the sample harvest in a browser: bytes, tasks of the main thread, paints, frames and memory; and of a million and of five million points in its place. */
export const season = benchmark({
  name: 'season',
  takes: 'ten minutes: the season of a harvest in a browser, as it is, with a million and with five million points',
  sizes: {
    full: { visits: 3, points: 1_000_000, thinned: 5_000_000 },
    tiny: { visits: 1, points: 20_000, thinned: 50_000 },
  },
  async *run({ visits, points, thinned }) {
    const temporary = temporaryFolder();
    let furrow: RunningFurrow | undefined;
    let browser: Browser | undefined;
    try {
      if (noBrowser) throw new MissingPeer(noBrowser);
      furrow = await startFurrow(join(temporary.path, 'state'));
      const { baseUrl } = furrow.endpoints;
      const url = `${baseUrl}/console/fields/${await harvestedField(baseUrl)}/${year}`;
      browser = await launchBrowser();
      // The first visit has the layers made, and wakes functions and browser.
      await visit(browser, url);
      yield* figures('the sample harvest', await visited(browser, url, visits));
      yield* onPhone(browser, url, visits);
      const million = Object.fromEntries(
        Object.entries(syntheticLayers(points)).map(([property, bytes]) => [property, gzipSync(bytes, { level: 9 })]),
      );
      yield layerSize(points, million);
      yield* figures(`${points.toLocaleString('en')} points`, await visited(browser, url, visits, million));
      const folder = join(temporary.path, 'layers');
      mkdirSync(folder);
      yield* writtenLayers(folder, thinned);
      const layers = Object.fromEntries(
        ['dryVolumePerArea', 'area', 'heading'].map((name) => [name, readFileSync(join(folder, `${name}.layer`))]),
      );
      yield layerSize(thinned, layers);
      yield* figures(`${thinned.toLocaleString('en')} points`, await visited(browser, url, visits, layers), thinned);
    } finally {
      await browser?.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

/** Writes the layers of a field of many points as a worker does. */
async function* writtenLayers(folder: string, points: number): AsyncIterable<Row> {
  // The first file of a lake is a harvest.
  const file = lakeFile(0);
  const parquet = await writeLakeFile(join(folder, 'lake'), 0, file, { points, files: 1, fields: 1 });
  const made = await inNode<{ milliseconds: number; megabytes: number }>(
    'season/write-layers.ts',
    ...[folder, file.fileId, parquet],
  );
  const name = `writing three layers of ${points.toLocaleString('en')} points`;
  yield within(`${name}, memory`, made.megabytes, maxMemoryMegabytes, 'MB');
  yield reported(within(name, made.milliseconds / 1000, 900, 's'));
}

function layerSize(points: number, { dryVolumePerArea }: Layers): Row {
  const megabytes = (dryVolumePerArea?.length ?? Number.NaN) / 1e6;
  return within(`a layer of ${points.toLocaleString('en')} points, compressed`, megabytes, maxLayerMegabytes, 'MB');
}

async function visited(browser: Browser, url: string, count: number, layers?: Layers): Promise<Visit> {
  const visits: Visit[] = [];
  for (let number = 0; number < count; number++) visits.push(await visit(browser, url, layers));
  const of = (figure: Exclude<keyof Visit, 'task' | 'thinned'>) => median(visits.map((one) => one[figure]));
  // What else the machine does only makes a task longer, while what the page does is in each visit.
  const [task] = visits.map((one) => one.task).sort((one, other) => one.wall - other.wall);
  return {
    ...{ text: of('text'), interactive: of('interactive'), screens: of('screens'), drawings: of('drawings') },
    ...{ kilobytes: of('kilobytes'), megabytes: of('megabytes') },
    task: task ?? { wall: Number.NaN, processor: Number.NaN },
    thinned: visits[0]?.thinned,
  };
}

/** @param points of the work, of which a layer of more than a million has a part. @throws Error if the legend does not say so. */
function* figures(name: string, figure: Visit, points = 0): Iterable<Row> {
  const isThinned = points > 1_000_000;
  if (isThinned !== (figure.thinned?.includes(points.toLocaleString('en')) ?? false)) {
    throw new Error(`the legend says of ${name}: ${figure.thinned ?? 'nothing of points that are left out'}`);
  }
  yield within(`${name}, first contentful paint`, figure.text, maxPaintMilliseconds, 'ms');
  yield within(`${name}, drawn and counted`, figure.interactive, maxInteractiveMilliseconds, 'ms');
  yield within(`${name}, longest task of the main thread`, figure.task.wall, maxTaskMilliseconds, 'ms');
  yield reported(
    within(`${name}, the processor's part of that task`, figure.task.processor, maxTaskMilliseconds, 'ms'),
  );
  yield within(`${name}, memory of the page`, figure.megabytes, maxPageMegabytes, 'MB');
  yield reported(within(`${name}, frames of the screen while it is moved`, figure.screens, 60, '/s'));
  yield reported(within(`${name}, frames of points meanwhile`, figure.drawings, 60, '/s'));
  yield reported(within(`${name}, received`, figure.kilobytes, 1_000, 'kB'));
}

async function* onPhone(browser: Browser, url: string, count: number): AsyncIterable<Row> {
  const texts: number[] = [];
  for (let number = 0; number < count; number++) texts.push(await visitByPhone(browser, url));
  yield within('the season on a slow phone, first contentful paint', median(texts), maxPhoneMilliseconds, 'ms');
}

const reported = (row: Row): Row => ({ ...row, limit: { atMost: Number.POSITIVE_INFINITY } });
