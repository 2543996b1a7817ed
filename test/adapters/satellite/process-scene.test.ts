import { describe, expect, test } from 'vitest';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { readPng } from '../../../adapters/images/read-png.ts';
import { processScene } from '../../../adapters/satellite/engine/process-scene.ts';
import { bandMetres } from '../../../domain/satellite/scenes/scene-bands.ts';
import { reading } from './band-tiff.ts';
import { madeField, madeScene, type Pixels } from './made-scene.ts';

/** Processes a made-up scene within this process. */
async function process(pixels: Pixels = {}) {
  const { assets, tiffs } = madeScene(pixels);
  const made = Object.fromEntries(
    Object.entries(tiffs).map(([band, tiff]) => [band, { ...reading(tiff.file), ...tiff }]),
  );
  const images: Record<string, Buffer> = {};
  const result = await processScene(
    { assets, tile: '33TWL' },
    madeField,
    (band) => async (from, to) => (await made[band]?.bytes(from, to)) ?? new Uint8Array(),
    async (file, content) => {
      images[file] = Buffer.from(content);
    },
  );
  return { result, images, made };
}

/** Numbers of a GeoTIFF as GDAL reads it. */
function numbersOf(content: Buffer | undefined, band = 1): number[] {
  const gdal = loadGdal();
  if (!gdal || !content) throw new Error('there is no GDAL, or no image');
  const opened = gdal.open(content, 'r', ['GTiff']);
  const { x, y } = opened.rasterSize;
  return [...opened.bands.get(band).pixels.read(0, 0, x, y)].map(Number);
}

describe('a scene over a field', () => {
  test('becomes 30 images', async () => {
    const { result, images } = await process();
    const files = result.images.map(({ type, file, resolution }) => [type, file, resolution]);
    expect(files).toEqual([
      ['RGB', 'RGB.tif', 10],
      ['RGB_PNG', 'RGB.png', null],
      ['RGB_MASKED', 'RGB_masked.png', null],
      ['SCL', 'SCL.tif', 10],
      ['SCL_PNG', 'SCL.png', null],
      ...['NDVI', 'NDRE'].flatMap((name) => [
        [name, `${name}.tif`, 10],
        [`${name}_COLOR`, `${name}_color.tif`, 10],
        [`${name}_PNG`, `${name}.png`, null],
        [`${name}_RELATIVE`, `${name}_relative.png`, null],
        [`${name}_ABSOLUTE`, `${name}_absolute.png`, null],
        [`${name}_MASKED`, `${name}_masked.png`, null],
      ]),
      ['MULTI_BAND', 'multi_band.tif', 10],
      ...Object.entries(bandMetres).map(([band, metres]) => [band, `${band}.tif`, metres]),
    ]);
    expect(files).toHaveLength(30);
    expect(result.images.map(({ file, bytes }) => images[file]?.length === bytes)).not.toContain(false);
  });

  test('has the indices of its reflectances', async () => {
    const { result, images } = await process();
    expect(result).toMatchObject({ coverage: 100, clouds: 0 });
    expect(result.statistics.NDVI).toMatchObject({ mean: 0.714286, min: 0.714286, max: 0.714286, validPercent: 100 });
    expect(result.statistics.NDRE).toMatchObject({ mean: 0.333333, clearPercent: 100 });
    const values = numbersOf(images['NDVI.tif']);
    expect(values).toHaveLength(60 * 41);
    for (const value of values) if (!Number.isNaN(value)) expect(value).toBeCloseTo(2_500 / 3_500, 6);
    expect(numbersOf(images['multi_band.tif'], 4)[700]).toBeCloseTo(0.05, 6);
  });

  test('adds the offset of its bands', async () => {
    const { result, images } = await process({ red: 1_500, near: 4_000, offset: -0.1 });
    expect(result.statistics.NDVI?.mean).toBeCloseTo(2_500 / 3_500, 5);
    expect(numbersOf(images['B08.tif'])[700]).toBeCloseTo(0.3, 6);
  });

  test('ignores an offset that the pixels already have, whatever the catalogue says', async () => {
    const { result } = await process({ red: 300, near: 4_000, offset: -0.1 });
    expect(result.statistics.NDVI?.mean).toBeCloseTo(3_700 / 4_300, 5);
  });

  test('counts clouds and unseen ground by the classes of the scene', async () => {
    // The field lies between columns 117 and 148: a quarter of it was not seen, and a third of the rest is cloud.
    const { result } = await process({ classOf: (column) => (column < 125 ? 0 : column < 133 ? 9 : 4) });
    expect(result.coverage).toBeGreaterThan(70);
    expect(result.coverage).toBeLessThan(80);
    expect(result.clouds).toBeGreaterThan(29);
    expect(result.clouds).toBeLessThan(38);
    // Ground without data is not clear.
    expect(result.statistics.NDVI?.clearPercent).toBeCloseTo(result.coverage * (1 - (result.clouds ?? 0) / 100), 1);
  });

  test('has statistics of clear pixels beside those of all, and pictures without the others', async () => {
    const classOf = (column: number) => [3, 8, 10, 11, 2, 1][column % 6] ?? 3;
    const hidden = await process({ classOf });
    expect(hidden.result.statistics.NDVI).toMatchObject({ mean: 0.714286, clearPercent: 0 });
    expect(hidden.result.statistics.NDVI).not.toHaveProperty('clearMean');
    const seen = await process({ classOf: (column) => [4, 5, 6, 7][column % 4] ?? 4 });
    expect(seen.result.statistics.NDVI).toMatchObject({
      clearPercent: 100,
      clearMean: 0.714286,
      clearMin: 0.714286,
      clearQuantiles: { p10: 0.714286, p90: 0.714286 },
    });
    const opaque = (content: Buffer | undefined) => {
      const { width, height, colourAt } = readPng(content ?? Buffer.alloc(0));
      return Array.from({ length: width * height }, (_, at) => colourAt(at % width, Math.floor(at / width))[3]).filter(
        (opacity) => opacity > 0,
      ).length;
    };
    expect([opaque(hidden.images['NDVI_masked.png']), opaque(hidden.images['RGB_masked.png'])]).toEqual([0, 0]);
    expect(opaque(seen.images['NDVI_masked.png'])).toBeGreaterThan(1_000);
    expect(new Set(numbersOf(seen.images['SCL.tif']).filter((value) => !Number.isNaN(value)))).toEqual(
      new Set([4, 5, 6, 7]),
    );
  });

  test('decides on its offset by the whole scene, so that all of its fields agree', async () => {
    // The middle of the scene, where the field lies, is bright; the rest is plants whose numbers include the offset.
    const isBright = (column: number, row: number) => column > 200 && column < 320 && row > 200 && row < 320;
    const red = { valueAt: (column: number, row: number) => (isBright(column, row) ? 3_000 : 300) };
    const { result } = await process({ near: 4_000, offset: -0.1, files: { B04: red } });
    expect(result.offset).toEqual({ value: 0, basis: 'pixels' });
    expect(result.statistics.NDVI?.mean).toBeCloseTo(1_000 / 7_000, 5);
    expect((await process({ red: 1_500, near: 4_000, offset: -0.1 })).result.offset).toEqual({
      value: -0.1,
      basis: 'listed',
    });
  });

  test('has no values where its bands have none', async () => {
    const { result, images } = await process({ near: 0 });
    expect(result.statistics.NDVI).toBeUndefined();
    expect(new Set(numbersOf(images['NDVI.tif']))).toEqual(new Set([Number.NaN]));
  });

  test('that does not reach the field has no coverage', async () => {
    const { result } = await process({ files: { SCL: { west: 700_000 } } });
    expect(result).toMatchObject({ coverage: 0, clouds: 0 });
  });

  test('is read by the blocks that cover the field', async () => {
    const { made } = await process();
    const red = made.B04;
    const blocks = red?.read
      .filter(([from]) => from > 0)
      .map(([from, to]) => red.blocks.findIndex((one) => one.from === from && one.to === to));
    // The field lies between columns 235 and 296 and rows 245 and 287 of 500, in blocks of 64.
    expect(blocks?.sort((one, other) => one - other)).toEqual([3 * 8 + 3, 3 * 8 + 4, 4 * 8 + 3, 4 * 8 + 4]);
  });

  test.each<[string, Pixels, string]>([
    [
      'a band without a position',
      { files: { B11: { tags: { 33550: undefined } } } },
      'B11 cannot be read: it does not say',
    ],
    ['a band of another system', { files: { B02: { system: 3035 } } }, 'EPSG:3035 is not one of UTM'],
    ['a band with damaged blocks', { files: { B03: { pack: (content) => content } } }, 'B03 is damaged'],
  ])('with %s fails with the reason', async (_, pixels, reason) => {
    await expect(process(pixels)).rejects.toThrow(reason);
  });

  test('without a band fails with the reason', async () => {
    const made = processScene(
      { assets: {} },
      madeField,
      () => async () => new Uint8Array(),
      async () => {},
    );
    await expect(made).rejects.toThrow('The scene has no B01, B02');
  });
});
