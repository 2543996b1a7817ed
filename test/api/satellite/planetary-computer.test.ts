import { afterAll, expect, test } from 'vitest';
import { sceneSource } from '../../../adapters/satellite/catalogues.ts';
import { page, startCatalogue } from '../../adapters/satellite/catalogue.ts';
import { advance, cloudClock } from '../cloud.ts';
import { square } from './satellite.ts';
import { fakeCatalogue, freshCell, removeSearched, searching } from './searched-cell.ts';

afterAll(removeSearched);

const day = 24 * 60 * 60_000;
const rowsInPage = 2;

/** An Item in the form of Planetary Computer: no `created`, `grid:code` or `raster:bands`, and a name with the time of its processing. */
function itemOf([west, south]: [number, number], at: number, processedAt = at + day / 2) {
  const compact = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const id = `S2B_MSIL2A_${compact(at)}_R122_T33TWL_${compact(processedAt)}`;
  const asset = (band: string) => ({
    href: `https://sentinel2l2a01.blob.core.windows.net/sentinel2-l2/33/T/WL/${id}.SAFE/${band}_10m.tif`,
    type: 'image/tiff; application=geotiff; profile=cloud-optimized',
    roles: ['data'],
  });
  return {
    ...{ type: 'Feature', stac_version: '1.0.0', id, collection: 'sentinel-2-l2a', links: [] },
    geometry: { type: 'Polygon', coordinates: square(west, south, 1).coordinates[0] },
    properties: {
      datetime: new Date(at).toISOString().replace('Z', '000Z'),
      platform: 'Sentinel-2B',
      'eo:cloud_cover': 12.5,
      's2:mgrs_tile': '33TWL',
      's2:processing_baseline': '05.11',
      's2:generation_time': new Date(processedAt).toISOString(),
    },
    assets: Object.fromEntries(['B04', 'B08', 'SCL'].map((band) => [band, asset(band)])),
  };
}

/** Planetary Computer's API, with the Items that a test publishes: the newest first, in pages linked by requests with a body. */
async function planetaryComputer() {
  const items: ReturnType<typeof itemOf>[] = [];
  const catalogue = await startCatalogue(({ body = {} }, base) => {
    const [from = '', to = ''] = String(body.datetime).split('/');
    const found = items
      .filter(({ properties: { datetime } }) => datetime >= from && (to === '..' || datetime <= to))
      .sort((one, other) => (one.properties.datetime < other.properties.datetime ? 1 : -1));
    const start = Number(String(body.token ?? 'next:0').split(':')[1]);
    const rest = start + rowsInPage < found.length;
    const token = `next:${start + rowsInPage}`;
    const next = { href: `${base}/search`, method: 'POST', body: { ...body, token } };
    return page(found.slice(start, start + rowsInPage), rest ? next : undefined);
  });
  const { address, asked } = catalogue;
  return { items, asked, source: sceneSource({ upstream: 'planetary-computer', address, clock: cloudClock }) };
}

/** A cell with a field that needs the scenes of thirty days, searched once. */
async function searchedCell() {
  const planetary = await planetaryComputer();
  const { cell, west, south } = freshCell();
  const job = searching(fakeCatalogue());
  job.services.source = planetary.source;
  const publish = (daysAgo: number, processedDaysAgo = daysAgo) => {
    const at = (days: number) => cloudClock.now() - Math.round(days * day);
    planetary.items.push(itemOf([west, south], at(daysAgo), at(processedDaysAgo)));
  };
  publish(20);
  publish(8);
  publish(3);
  await job.field(cell, [west + 0.2, south + 0.2]);
  await job.search(cell);
  const searchLater = async () => {
    await advance({ minutes: 6 * 60 + 6 });
    await job.search(cell);
  };
  return { ...planetary, ...job, publish, searchLater };
}

test('all pages are searched in a catalogue that does not report when it published its scenes', async () => {
  const { sent, asked } = await searchedCell();
  expect(sent).toHaveLength(3);
  expect(asked.map(({ body }) => body?.token)).toEqual([undefined, 'next:2']);
  expect(asked[0]?.body).not.toHaveProperty('query');
});

test('scenes published late are found, also behind newer ones, and none twice', async () => {
  const { sent, publish, searchLater } = await searchedCell();
  publish(0.1);
  await searchLater();
  expect(sent).toHaveLength(4);
  // Nine days older than the newest known scene.
  publish(9);
  await searchLater();
  expect(sent).toHaveLength(5);
  await searchLater();
  expect(sent).toHaveLength(5);
});

test('a scene reprocessed under another name is the same scene', async () => {
  const { sent, items, publish, searchLater } = await searchedCell();
  publish(2);
  const [again] = items.slice(-1);
  await searchLater();
  expect(sent).toHaveLength(4);
  if (again) items.push({ ...again, id: again.id.replace(/\d{8}T\d{6}$/, '20300101T000000') });
  await searchLater();
  expect(sent).toHaveLength(4);
});
