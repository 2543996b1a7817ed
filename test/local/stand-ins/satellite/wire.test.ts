import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SatelliteStandIn, startSatelliteStandIn } from '../../../../local/stand-ins/satellite/start-stand-in.ts';

type Json = Record<string, unknown>;
interface Item {
  id: string;
  collection: string;
  bbox: number[];
  properties: Json;
  links: Json[];
  assets: Record<string, Json>;
}
interface Page {
  features: Item[];
  links: { rel: string; method: string; href: string; body: Json }[];
  numberMatched: number;
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`recorded/${name}.json`, import.meta.url), 'utf8')) as T;
const now = Date.UTC(2026, 5, 15, 12);
/** A box in Iowa. */
const bbox = [-93.62, 42.02, -93.61, 42.03];

let standIn: SatelliteStandIn;
beforeAll(async () => {
  standIn = await startSatelliteStandIn({ now: () => now });
});
afterAll(() => standIn.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${standIn.stacUrl}${path}`, { headers });
const search = async (body: Json) => {
  const answer = await fetch(`${standIn.stacUrl}/search`, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, page: (await answer.json()) as Page };
};
const members = (value: object | undefined) => Object.keys(value ?? {}).sort();

describe('beside recorded answers of Earth Search', () => {
  const recorded = read<Page>('search');

  test('the landing page has the same members, and links to searches by both methods', async () => {
    const landing = (await (await get('')).json()) as { links: Json[]; conformsTo: string[] };
    const theirs = read<typeof landing>('landing');
    expect(members(landing)).toEqual(members(theirs));
    expect(theirs.conformsTo).toEqual(expect.arrayContaining(landing.conformsTo));
    const kindsOf = ({ links }: typeof landing) => links.map(({ rel, type, method }) => `${rel} ${type} ${method}`);
    expect(kindsOf(theirs)).toEqual(expect.arrayContaining(kindsOf(landing)));
  });

  test('an unknown resource has the same body', async () => {
    for (const path of ['/collections/foo', '/collections/sentinel-2-l2a/items/foo', '/foo']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.json()).toEqual(read('404'));
    }
  });

  test('a page of a search and its link to the next one have the same members', async () => {
    const { page } = await search({ bbox, limit: 4 });
    expect(members(page)).toEqual(members(recorded));
    expect(page.links.map(members)).toEqual(recorded.links.map(members));
    expect(page.links[0]).toMatchObject({
      rel: 'next',
      method: 'POST',
      merge: false,
      href: `${standIn.stacUrl}/search`,
    });
    expect(page.links[0]?.body.next).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,S2[AB]_\w+,sentinel-2-/);
  });

  test.each(['sentinel-2-c1-l2a', 'sentinel-2-l2a'])('an Item of %s has the same members', async (collection) => {
    const theirs = recorded.features.find((item) => item.collection === collection);
    const { page } = await search({ bbox, limit: 1, collections: [collection] });
    const [ours] = page.features;
    expect(members(ours)).toEqual(members(theirs));
    // The recorded Item of 2025 has the angle of view, those of 2023 do not; snow and dark ground are optional.
    const varying = /^furrow:|^proj:centroid$|^view:|dark_features|granule_id|tile_id|product_uri/;
    const fixedMembers = (item: Item | undefined) => members(item?.properties).filter((name) => !varying.test(name));
    expect(fixedMembers(ours)).toEqual(fixedMembers(theirs));
    expect(ours?.properties['earthsearch:boa_offset_applied']).toBe(
      theirs?.properties['earthsearch:boa_offset_applied'],
    );
    for (const [key, asset] of Object.entries(ours?.assets ?? {})) {
      const { 'file:checksum': _sum, 'file:size': _size, description: _said, ...real } = theirs?.assets[key] ?? {};
      const made = members(asset).filter((name) => name !== 'description');
      // Older Items of l2a have fewer members in some assets.
      expect(members(real), key).toEqual(expect.arrayContaining(made));
      const raster = (of: Json) => ({ ...(of['raster:bands'] as Json[])[0], bits_per_sample: undefined });
      expect(raster(asset), key).toEqual(raster(real));
      expect(asset['proj:shape'], key).toEqual(real['proj:shape']);
    }
    expect(Object.keys(ours?.assets ?? {})).toHaveLength(13);
  });
});

describe('a search', () => {
  test('follows its pages to every Item once, by both methods', async () => {
    const asked = { bbox, limit: 5, datetime: '2026-05-01T00:00:00Z/..' };
    const ids: string[] = [];
    let next: Json | undefined = asked;
    while (next) {
      const { page } = await search(next);
      ids.push(...page.features.map(({ id }) => id));
      next = page.links.find(({ rel }) => rel === 'next')?.body;
    }
    const byGet: string[] = [];
    let url: string | undefined = `${standIn.stacUrl}/search?bbox=${bbox}&limit=7&datetime=2026-05-01T00:00:00Z/..`;
    while (url) {
      const page = (await (await fetch(url)).json()) as Page;
      byGet.push(...page.features.map(({ id }) => id));
      url = page.links.find(({ rel }) => rel === 'next')?.href;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(byGet).toEqual(ids);
    // Two collections, a scene every five days from the 1st of May to the 14th of June.
    expect(ids.length % 2).toBe(0);
    expect(ids.length / 2).toBeGreaterThanOrEqual(9);
  });

  test('has only scenes published by now, and filters by when that was', async () => {
    const since = '2026-06-01T00:00:00Z';
    const { page } = await search({ bbox, query: { created: { gte: since } }, collections: ['sentinel-2-c1-l2a'] });
    expect(page.features.length).toBeGreaterThan(1);
    for (const { properties } of page.features) {
      expect(Date.parse(String(properties.created))).toBeLessThanOrEqual(now);
      expect(Date.parse(String(properties.created))).toBeGreaterThanOrEqual(Date.parse(since));
    }
    const clear = await search({ bbox, query: { 'eo:cloud_cover': { lt: 10 } }, limit: 100 });
    expect(clear.page.features.every(({ properties }) => Number(properties['eo:cloud_cover']) < 10)).toBe(true);
  });

  test('finds older scenes only in the older collection', async () => {
    const { page } = await search({ bbox, datetime: '2022-06-01T00:00:00Z/2022-07-01T00:00:00Z' });
    expect(new Set(page.features.map(({ collection }) => collection))).toEqual(new Set(['sentinel-2-l2a']));
  });

  test.each([
    [[-93.62, 42.02], '15TVG'],
    [[18.4, -33.9], '34HBH'],
    [[174.8, -41.3], '60GUV'],
    [[-70, -20], '19KCT'],
  ])('finds scenes at %j in a tile there', async (coordinates, tile) => {
    const { page } = await search({ intersects: { type: 'Point', coordinates }, limit: 200 });
    const tiles = new Set(page.features.map(({ properties }) => properties['grid:code']));
    expect([...tiles]).toContain(`MGRS-${tile}`);
    const [west = 0, south = 0, east = 0, north = 0] = page.features[0]?.bbox ?? [];
    expect(west <= (coordinates[0] ?? 0) && (coordinates[0] ?? 0) <= east).toBe(true);
    expect(south <= (coordinates[1] ?? 0) && (coordinates[1] ?? 0) <= north).toBe(true);
  });

  test('can leave out members, and finds Items by their ids', async () => {
    const { page } = await search({
      bbox,
      limit: 1,
      fields: { include: ['id', 'properties.datetime'], exclude: ['assets', 'links'] },
    });
    const [item] = page.features;
    expect(members(item)).not.toContain('assets');
    expect(members(item?.properties)).toEqual(['datetime']);
    const id = item?.id ?? '';
    const found = await search({ ids: [id] });
    expect(found.page.features.map((each) => each.id)).toEqual([id]);
    const one = (await (await get(`/collections/${found.page.features[0]?.collection}/items/${id}`)).json()) as Item;
    expect(one).toEqual(found.page.features[0]);
  });

  test.each([
    { bbox, intersects: { type: 'Point', coordinates: [0, 0] } },
    { bbox: [1, 2] },
    { datetime: 'yesterday' },
    { limit: 0 },
    { intersects: { type: 'Circle' } },
    { filter: {} },
  ])('refuses %j', async (asked) => {
    const { status, page } = await search(asked);
    expect(status).toBe(400);
    expect(members(page)).toEqual(['code', 'description']);
  });
});

test('every response says that it comes from a stand-in, and requests are counted by kind', async () => {
  const answer = await get('');
  expect(answer.headers.get('x-furrow-upstream')).toBe('stand-in');
  expect(standIn.asked().kinds).toMatchObject({ landing: expect.any(Number), search: expect.any(Number) });
});

test('a disturbance that names a path waits for it', async () => {
  standIn.disturb({ path: '/search', status: 429, headers: { 'retry-after': '7' } }, { path: '/search', isCut: true });
  expect((await get('')).status).toBe(200);
  const refused = await get(`/search?bbox=${bbox}`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  await expect(get(`/search?bbox=${bbox}`).then((answer) => answer.text())).rejects.toThrow();
  expect((await get(`/search?bbox=${bbox}`)).status).toBe(200);
});

test('a file can be made to end early, for a number of requests', async () => {
  const { page } = await search({ bbox, limit: 1, collections: ['sentinel-2-l2a'] });
  const { href = '' } = (page.features[0]?.assets.scl ?? {}) as { href?: string };
  const read = async (range: string) => {
    const answer = await fetch(href, { headers: { range: `bytes=${range}` } });
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  };
  standIn.disturb({ path: 'SCL.tif', endsAt: 1000, times: 2 });
  expect(await read('900-1099')).toEqual([206, 100]);
  expect(await read('1000-1099')).toEqual([416, expect.any(Number)]);
  expect(await read('900-1099')).toEqual([206, 200]);
});

test('while it is closed, searches by POST find nothing, and Items are still returned', async () => {
  const { page } = await search({ bbox, limit: 1 });
  standIn.setOpen(false);
  expect((await search({ bbox })).page).toMatchObject({ features: [], numberMatched: 0 });
  const [{ id, collection }] = page.features as [Item];
  expect((await get(`/collections/${collection}/items/${id}`)).status).toBe(200);
  standIn.setOpen(true);
  expect((await search({ bbox, limit: 1 })).page).toEqual(page);
});
