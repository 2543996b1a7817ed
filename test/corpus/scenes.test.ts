import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sceneSource } from '../../adapters/satellite/catalogues.ts';
import { processScene } from '../../adapters/satellite/engine/process-scene.ts';
import { sceneOf } from '../../adapters/satellite/stac-item.ts';
import type { MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import type { Scene } from '../../domain/satellite/scenes/scene.ts';
import { startCatalogue } from '../adapters/satellite/catalogue.ts';

/** Recorded answers of catalogues and real scenes lie beside the real files of machines. */
const folder = join(process.env.CORPUS_DIR ?? '', '../satellite');
const json = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

const bandNames = ['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08', 'B8A', 'B09', 'B11', 'B12', 'SCL'];

describe.skipIf(!process.env.CORPUS_DIR || !existsSync(folder))('recorded catalogues', () => {
  test('Items of collection 1 have every band, whose offset has to be added', () => {
    const { features } = json('stac-utils+rustac/earth-search_sentinel-2-c1-l2a_item-collection.json');
    const scenes: (Scene | undefined)[] = features.map((item: unknown) => sceneOf(item, 'earth-search'));
    expect(scenes).toHaveLength(10);
    for (const scene of scenes) {
      expect(Object.keys(scene?.assets ?? {})).toEqual(bandNames);
      expect(scene?.assets.B8A).toMatchObject({ scale: 0.0001, offset: -0.1, metres: 20 });
      expect(scene?.tile).toBe('13TDE');
    }
    expect(scenes[0]).toMatchObject({
      key: 'S2A_13TDE_2024-04-22T17:53',
      date: '2024-04-22T17:53:02.036Z',
      created: '2024-04-23T03:23:58.819Z',
      cloudPercent: 81.344962,
    });
  });

  test.each([
    [
      'mapchete+mapchete-eo/S2B_33TWL_20230810_0_L2A/S2B_33TWL_20230810_0_L2A.json',
      'in the pixels since baseline 04.00',
    ],
    ['cogeotiff+rio-tiler-pds/S2A_29RKH_20200219_0_L2A.json', 'none before it'],
  ])('%s has no offset to add: %s', (path) => {
    const scene = sceneOf(json(path), 'earth-search');
    expect(Object.keys(scene?.assets ?? {})).toEqual(bandNames);
    expect(scene?.assets.B04).toMatchObject({ scale: 0.0001, offset: 0 });
  });

  test('a search over recorded pages of Earth Search follows them and finds each scene once', async () => {
    const pages = [1, 2].map((number) => json(`stac-utils+pystac-client/earth-search-v1_search_page${number}.json`));
    const { address, asked } = await startCatalogue(({ body }, base) => {
      const text = JSON.stringify(pages[body?.next ? 1 : 0]).replaceAll(
        'https://earth-search.aws.element84.com/v1',
        base,
      );
      return { body: asked.length > 2 ? { features: [] } : text };
    });
    const source = sceneSource({ upstream: 'earth-search', address, clock: { now: Date.now } });
    const found: Scene[] = [];
    const question = { bbox: [-180, -90, 180, 90] as const, from: '2025-07-31T00:00:00Z', to: '2025-08-01T00:00:00Z' };
    for await (const scene of source.search({ ...question, bbox: [...question.bbox], by: 'date' })) found.push(scene);
    expect(asked.map(({ body }) => body?.next)).toEqual([
      undefined,
      '2025-07-31T13:03:25.899000Z,S2B_T24MVV_20250731T130245_L2A,sentinel-2-c1-l2a',
      '2025-07-31T13:03:19.635000Z,S2B_24MUA_20250731_0_L2A,sentinel-2-l2a',
    ]);
    // Twelve Items of two collections; those of Sentinel-1 and of level 1C are not searched.
    expect(found.map(({ id }) => id)).toEqual([
      'S2B_T20EPT_20250731T131905_L2A',
      'S2B_T24MUV_20250731T130245_L2A',
      'S2B_T24MVV_20250731T130245_L2A',
      'S2B_T24MWV_20250731T130245_L2A',
      'S2B_T24MXV_20250731T130245_L2A',
      'S2B_T24MUA_20250731T130245_L2A',
    ]);
  });

  // Counted with numpy over the 400 pixels of the ground, all clear.
  test.each([
    ['S2B_33TWL_20230813', 0.8724],
    ['S2A_33TWL_20230815', 0.8403],
    ['S2B_33TWL_20230820', 0.8113],
  ])('the mean vegetation index in %s is %f', async (name, mean) => {
    const at = `mapchete+mapchete-eo/${name}_0_L2A`;
    const { result } = await processed(json(`${at}/${name}_0_L2A.json`), (band) =>
      join(at, `${{ SCL: 'SCL', B08: 'B08' }[band] ?? 'B04'}_crop.tif`),
    );
    expect(result).toMatchObject({ coverage: 100, statistics: { NDVI: { clearPercent: 100 } } });
    expect(result.statistics.NDVI?.mean).toBeCloseTo(mean, 3);
  });

  test('a JPEG 2000 image named .tif is reported as what it is', async () => {
    const item = json('mapchete+mapchete-eo/S2A_33TWL_20230815_0_L2A/S2A_33TWL_20230815_0_L2A.json');
    const made = processed(item, () => 'mapchete+mapchete-eo/not-a-tiff_B04.tif');
    await expect(made).rejects.toThrow('is not a TIFF: it is a JPEG 2000 image.');
  });
});

/** A field of twenty by twenty pixels of real scenes, in Slovenia. */
const ground: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [15.825135, 45.644488],
        [15.85593, 45.644262],
        [15.856259, 45.665861],
        [15.825452, 45.666088],
        [15.825135, 45.644488],
      ],
    ],
  ],
};

async function processed(item: unknown, pathOf: (band: string) => string) {
  const scene = sceneOf(item, 'earth-search');
  if (!scene) throw new Error('the Item cannot be read');
  const read = (band: string) => {
    const file = readFileSync(join(folder, pathOf(band)));
    return async (from: number, to: number) => file.subarray(from, to);
  };
  return { result: await processScene(scene, ground, read, async () => {}) };
}
