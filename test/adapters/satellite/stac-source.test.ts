import { describe, expect, test } from 'vitest';
import { sceneSource } from '../../../adapters/satellite/catalogues.ts';
import { sceneOf } from '../../../adapters/satellite/stac-item.ts';
import type { Bounds } from '../../../domain/geometry/multi-polygon.ts';
import type { Scene } from '../../../domain/satellite/scenes/scene.ts';
import type { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type Answered, type Asked, cutTile, page, stacItem, startCatalogue } from './catalogue.ts';

const bbox: Bounds = [15, 45, 16, 46];
const asked = { bbox, from: '2023-08-01T00:00:00Z', to: '2023-08-31T00:00:00Z', by: 'date' } as const;
const clock = { now: () => Date.UTC(2023, 8, 1) };

async function catalogue(answer: (asked: Asked, base: string) => Answered, upstream = 'earth-search') {
  const started = await startCatalogue(answer);
  return { ...started, source: sceneSource({ upstream, address: started.address, clock }) };
}

async function all(scenes: AsyncIterable<Scene>): Promise<Scene[]> {
  const list: Scene[] = [];
  for await (const scene of scenes) list.push(scene);
  return list;
}

describe('a search for scenes', () => {
  test('prefers the Item of collection 1 where two collections have a scene', async () => {
    const first = stacItem({ id: 'S2B_T33TWL_20230810T095651_L2A', collection: 'sentinel-2-c1-l2a' });
    const other = stacItem({ properties: { datetime: '2023-08-13T10:08:07.856000Z' }, id: 'S2B_33TWL_20230813_0_L2A' });
    const { source } = await catalogue(() => page([stacItem(), first, other]));
    const found = await all(source.search(asked));
    expect(found.map(({ id, key }) => [id, key])).toEqual([
      ['S2B_33TWL_20230813_0_L2A', 'S2B_33TWL_2023-08-13T10:08'],
      ['S2B_T33TWL_20230810T095651_L2A', 'S2B_33TWL_2023-08-10T09:58'],
    ]);
  });

  test('finds both pieces of a tile that a datastrip cuts, in whichever collection they are', async () => {
    for (const listed of [cutTile.old, cutTile.c1]) {
      const { source } = await catalogue(() => page(listed));
      const found = await all(source.search(asked));
      expect(found.map(({ id }) => id)).toEqual([listed[1]?.id, listed[0]?.id]);
      expect(found.map(({ datastrip }) => datastrip)).toEqual(['20230810T095812', '20230810T095651']);
      // The key is the same as in earlier releases, so that processes of known scenes keep their ids.
      expect(new Set(found.map(({ key }) => key))).toEqual(new Set(['S2B_33TWL_2023-08-10T09:58']));
    }
  });

  test('finds each piece of a cut tile once where both collections have both pieces', async () => {
    const listed = [...cutTile.old, ...cutTile.c1];
    for (const features of [listed, listed.toReversed()]) {
      const { source } = await catalogue(() => page(features));
      expect((await all(source.search(asked))).map(({ id }) => id).sort()).toEqual(cutTile.c1.map(({ id }) => id));
    }
  });

  test('treats two pieces as one scene where they show the same ground, though reprocessing cut the strips anew', async () => {
    const [old] = cutTile.old;
    const again = stacItem({
      ...{ id: 'S2B_33TWL_20230810_1_L2A', ring: old?.geometry.coordinates[0] ?? [] },
      properties: {
        created: '2024-03-01T00:00:00Z',
        's2:datastrip_id': 'S2B_DS_2BPS_20240301T010203_S20230810T095653_N05.10',
      },
    });
    const { source } = await catalogue(() => page([old ?? {}, again]));
    expect((await all(source.search(asked))).map(({ id }) => id)).toEqual([again.id]);
  });

  test('treats a reprocessed scene as the same one, though its time differs by minutes', async () => {
    const [first] = cutTile.c1;
    const [old] = cutTile.old;
    const restamped = { ...first, properties: { ...first?.properties, datetime: '2023-08-10T09:53:02.000000Z' } };
    const { source } = await catalogue(() => page([old ?? {}, restamped]));
    expect((await all(source.search(asked))).map(({ id }) => id)).toEqual([first?.id]);
  });

  test('prefers an Item whose files can be fetched', async () => {
    const first = stacItem({ id: 'S2B_T33TWL_20230810T095651_L2A', collection: 'sentinel-2-c1-l2a' });
    const locked = { ...first, assets: { red: { href: 's3://sentinel-s2-l2a/tiles/33/T/WL/B04.jp2' } } };
    const { source } = await catalogue(() => page([locked, stacItem()]));
    expect((await all(source.search(asked))).map(({ id }) => id)).toEqual([stacItem().id]);
  });

  test('sends one search for both collections', async () => {
    const { source, asked: seen } = await catalogue(() => page([]));
    await all(source.search(asked));
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/v1/search',
        body: {
          collections: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'],
          bbox,
          limit: 100,
          datetime: '2023-08-01T00:00:00.000Z/2023-08-31T00:00:00.000Z',
        },
      },
    ]);
  });

  test('requests what was published since a moment, where the catalogue supports it', async () => {
    const { source, asked: seen } = await catalogue(() => page([]));
    await all(source.search({ bbox, from: '2023-08-01T00:00:00Z', by: 'created' }));
    expect(seen[0]?.body).toMatchObject({ query: { created: { gte: '2023-08-01T00:00:00.000Z' } } });
    const planetary = await catalogue(() => page([]), 'planetary-computer');
    await all(planetary.source.search({ bbox, from: '2023-08-11T00:00:00Z', by: 'created' }));
    expect(planetary.asked[0]?.body).toMatchObject({
      collections: ['sentinel-2-l2a'],
      datetime: '2023-08-01T00:00:00.000Z/..',
    });
  });

  test.each([
    ['as they are', false, { next: 'token' }],
    ['merged with the request', true, expect.objectContaining({ bbox, next: 'token' })],
  ])('follows links with a body %s', async (_, merge, sent) => {
    const { source, asked: seen } = await catalogue(({ body }, base) =>
      body?.next
        ? page([stacItem({ id: 'second', properties: { 'grid:code': 'MGRS-33TWM' } })])
        : page([stacItem()], { href: `${base}/search`, method: 'POST', merge, body: { next: 'token' } }),
    );
    expect((await all(source.search(asked))).map(({ id }) => id).sort()).toEqual([
      'S2B_33TWL_20230810_0_L2A',
      'second',
    ]);
    expect(seen[1]?.body).toEqual(sent);
  });

  test('follows links of a GET', async () => {
    const { source, asked: seen } = await catalogue(({ method }, base) =>
      method === 'GET' ? page([]) : page([stacItem()], { href: `${base}/search?token=2` }),
    );
    expect(await all(source.search(asked))).toHaveLength(1);
    expect(seen[1]).toMatchObject({ method: 'GET', path: '/v1/search?token=2' });
  });

  test('splits long times by year, the newest first', async () => {
    const { source, asked: seen } = await catalogue(() => page([]));
    await all(source.search({ bbox, from: '2021-06-01T00:00:00Z', by: 'date' }));
    expect(seen.map(({ body }) => body?.datetime)).toEqual([
      '2023-06-03T00:00:00.000Z/..',
      '2022-06-02T00:00:00.000Z/2023-06-02T23:59:59.999Z',
      '2021-06-01T00:00:00.000Z/2022-06-01T23:59:59.999Z',
    ]);
  });

  test('leaves out scenes outside of the search', async () => {
    const elsewhere = { ...stacItem(), id: 'elsewhere' };
    elsewhere.geometry.coordinates = [elsewhere.geometry.coordinates[0]?.map(([x = 0, y = 0]) => [x + 50, y]) ?? []];
    const { source } = await catalogue(() => page([elsewhere, stacItem({ collection: 'sentinel-2-l1c' })]));
    expect(await all(source.search(asked))).toEqual([]);
  });

  test.each<[string, (asked: Asked, base: string) => Answered, string]>([
    [
      'a page that leads to itself',
      (_, base) => page([stacItem()], { href: `${base}/search`, method: 'POST', body: { next: '1' } }),
      'leads from a page to itself',
    ],
    [
      'pages without end',
      ({ path }, base) => page([stacItem()], { href: `${base}/search?at=${path.length}${'x'.repeat(path.length)}` }),
      'has more than 60 pages',
    ],
    [
      'another host',
      () => page([stacItem()], { href: 'http://169.254.169.254/latest/meta-data' }),
      'leads to another host',
    ],
    ['no JSON', () => ({ body: 'nan' }), 'not JSON'],
    ['half an answer', () => ({ body: '{"features":[{' }), 'not JSON'],
    ['no features', () => ({ body: { features: 'none' } }), 'malformed features'],
    ['Items that cannot be read', () => page([{ ...stacItem(), properties: {} }]), 'none can be read'],
    ['too many requests', () => ({ status: 429, headers: { 'retry-after': '7' }, body: '' }), 'too many requests'],
    ['a failure', () => ({ status: 503, body: '' }), 'answered 503'],
    ['a redirect', () => ({ status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' }), 'answered 302'],
  ])('reports a catalogue that answers %s', async (_, answer, message) => {
    const { source } = await catalogue(answer);
    await expect(all(source.search(asked))).rejects.toThrow(message);
  });

  test.each([401, 403])('treats %i of a catalogue, which has no accounts, as a temporary refusal', async (status) => {
    const { source } = await catalogue(() => ({ status, body: '' }));
    for (const asking of [() => all(source.search(asked)), () => source.find('sentinel-2-l2a', 'x')]) {
      const problem = (await asking().catch((error: unknown) => error)) as ProviderProblem;
      expect(problem).toMatchObject({
        kind: 'unreachable',
        passes: true,
        message: expect.stringContaining(`(${status})`),
      });
      expect(problem.message).not.toMatch(/account|[Cc]onnect/);
    }
  });

  test('fails temporarily when a catalogue asks for a retry', async () => {
    const { source } = await catalogue(() => ({ status: 429, headers: { 'retry-after': '7' }, body: '' }));
    await expect(source.find('sentinel-2-l2a', 'x')).rejects.toMatchObject({ retryAfterSeconds: 7, passes: true });
  });

  test('finds a scene by its id, and reports an unknown one', async () => {
    const { source, asked: seen } = await catalogue(({ path }) =>
      path.endsWith('/gone') ? { status: 404, body: { code: 'NotFound' } } : { body: stacItem() },
    );
    expect(await source.find('sentinel-2-l2a', 'S2B_33TWL_20230810_0_L2A')).toMatchObject({ tile: '33TWL' });
    expect(await source.find('sentinel-2-l2a', 'gone')).toBeUndefined();
    expect(await source.find('other', '../../x')).toBeUndefined();
    expect(seen.map(({ path }) => path)).toEqual([
      '/v1/collections/sentinel-2-l2a/items/S2B_33TWL_20230810_0_L2A',
      '/v1/collections/sentinel-2-l2a/items/gone',
    ]);
  });
});

describe('the offset of a band', () => {
  const red = (item: object) => sceneOf(item, 'earth-search')?.assets.B04;

  test('is added for sentinel-2-c1-l2a', () => {
    expect(red(stacItem({ collection: 'sentinel-2-c1-l2a' }))).toMatchObject({ scale: 0.0001, offset: -0.1 });
  });

  test('is ignored for sentinel-2-l2a where the pixels have it already', () => {
    const properties = { 'earthsearch:boa_offset_applied': true };
    expect(red(stacItem({ properties }))).toMatchObject({ scale: 0.0001, offset: 0 });
  });

  test('is added for sentinel-2-l2a where the pixels do not have it', () => {
    const properties = { 'earthsearch:boa_offset_applied': false };
    expect(red(stacItem({ properties }))).toMatchObject({ offset: -0.1 });
    expect(red(stacItem({ properties, offset: 0 }))).toMatchObject({ offset: 0 });
  });

  test('depends on the processing baseline for Planetary Computer', () => {
    const planetary = (baseline: string) => ({
      ...stacItem({
        properties: { 'grid:code': undefined, 's2:mgrs_tile': '33TWL', 's2:processing_baseline': baseline },
      }),
      assets: { B04: { href: 'https://example.com/B04.tif' }, SCL: { href: 'https://example.com/SCL.tif' } },
    });
    expect(red(planetary('05.09'))).toEqual({
      href: 'https://example.com/B04.tif',
      scale: 0.0001,
      offset: -0.1,
      metres: 10,
    });
    expect(red(planetary('03.01'))).toMatchObject({ offset: 0 });
    expect(sceneOf(planetary('05.09'), 'planetary-computer')).toMatchObject({ key: 'S2B_33TWL_2023-08-10T09:58' });
  });

  test('is none for scene classes', () => {
    expect(sceneOf(stacItem(), 'earth-search')?.assets.SCL).toMatchObject({ scale: 1, offset: 0, metres: 20 });
  });
});
