import { describe, expect, test } from 'vitest';
import { loadGdal } from '../../../../adapters/gdal/gdal.ts';
import { processDelivery } from '../../../../adapters/satellite/planet/engine/process-delivery.ts';
import { type PlanetAssetType, planetAssetTypes } from '../../../../domain/satellite/planet/asset-types.ts';
import { clear, deliveredOf, gdalTiff, madeField, madeFiles, type ValueAt } from './made-delivery.ts';

const files = madeFiles();
const sr: PlanetAssetType[] = ['ortho_analytic_8b_sr'];

async function process(changed: Partial<Record<PlanetAssetType, Buffer | undefined>> = {}, wanted = sr) {
  const images: Record<string, Buffer> = {};
  const given = Object.fromEntries(Object.entries({ ...files, ...changed }).filter(([, file]) => file));
  const result = await processDelivery(deliveredOf(given), wanted, madeField, async (file, content) => {
    images[file] = Buffer.from(content);
  });
  return { result, images };
}

/** An image as GDAL reads it. */
function opened(content: Buffer | undefined) {
  const gdal = loadGdal();
  if (!gdal || !content) throw new Error('there is no GDAL, or no image');
  const image = gdal.open(content, 'r', ['GTiff']);
  const { x, y } = image.rasterSize;
  return {
    size: [x, y],
    geoTransform: image.geoTransform,
    srs: image.srs?.getAuthorityCode(null),
    values: [...image.bands.get(1).pixels.read(0, 0, x, y)].map(Number),
  };
}

const bandNames = ['coastal_blue', 'blue', 'green_i', 'green', 'yellow', 'red', 'red_edge', 'nir'];
const thirteen = (before: string) => [
  ...bandNames.map((name) => `${before}${name}.tif`),
  ...['NDVI.tif', 'NDVI.png', 'NDRE.tif', 'NDRE.png', 'RGB.png'].map((name) => `${before}${name}`),
];

describe('a delivery of Planet', () => {
  test('becomes 13, 13, 2, 1 and 1 images', async () => {
    const { result, images } = await process({}, [...planetAssetTypes]);
    expect(result.images.map(({ file }) => file)).toEqual([
      ...thirteen(''),
      ...thirteen('radiance_'),
      ...['visual.tif', 'visual.png', 'udm2.tif', 'metadata.xml'],
    ]);
    expect(result.images.map(({ file, bytes }) => images[file]?.length === bytes)).not.toContain(false);
    const types = Object.fromEntries(result.images.map(({ file, type, resolution }) => [file, [type, resolution]]));
    expect(types).toMatchObject({
      'NDVI.png': ['NDVI_PNG', null],
      'radiance_red_edge.tif': ['RADIANCE_RED_EDGE', 3],
      'udm2.tif': ['UDM2', 3],
      'metadata.xml': ['METADATA', null],
    });
    expect(images['udm2.tif']).toEqual(files.ortho_udm2);
  });

  test('keeps its pixels and its UTM zone', async () => {
    const { images } = await process();
    const { size, geoTransform, srs, values } = opened(images['NDVI.tif']);
    expect({ size, geoTransform, srs }).toEqual({
      size: [30, 20],
      geoTransform: [500_015, 3, 0, 4_999_986, 0, -3],
      srs: '32633',
    });
    expect(values.every((value) => Math.abs(value - 2_500 / 3_500) < 1e-6)).toBe(true);
    expect(opened(images['nir.tif']).values[0]).toBeCloseTo(0.3, 6);
  });

  test('has indices of its reflectance, over clear ground', async () => {
    const { result } = await process();
    expect(result).toMatchObject({ coverage: 100, clouds: 0 });
    expect(result.statistics.NDVI).toMatchObject({ mean: 0.714286, validPercent: 100, clearPercent: 100 });
    expect(result.statistics.NDRE).toMatchObject({ mean: 0.333333, min: 0.333333, max: 0.333333 });
  });

  test('gets clouds and coverage from the mask, and clear ground without shadow and haze', async () => {
    // Columns 5 to 34 of the field: six black, six clouded, six in shadow, six in haze.
    const mask: ValueAt = (band, column) => {
      const one = Math.floor((column - 5) / 6);
      const at =
        [
          [0, 0, 0, 0, 0, 0, 0, 1],
          [0, 0, 0, 0, 0, 1, 80, 2],
          [0, 0, 1, 0, 0, 0, 80, 0],
          [0, 0, 0, 1, 0, 0, 80, 0],
        ][one] ?? clear;
      return at[band - 1] ?? 0;
    };
    const { result } = await process({ ortho_udm2: gdalTiff(8, 8, mask) });
    expect(result).toMatchObject({ coverage: 80, clouds: 25 });
    expect(result.statistics.NDVI).toMatchObject({ clearPercent: 40 });
  });

  test('has unknown clouds and clear ground where the mask was not delivered', async () => {
    const { result } = await process({ ortho_udm2: undefined });
    expect(result).toMatchObject({ coverage: 100, statistics: { NDVI: { mean: 0.714286, validPercent: 100 } } });
    expect(result).not.toHaveProperty('clouds');
    expect(result.statistics.NDVI).not.toHaveProperty('clearPercent');
    expect(result.statistics.NDVI).not.toHaveProperty('clearMean');
  });

  test('has no coverage where all bands are 0', async () => {
    const half = gdalTiff(8, 16, (_, column) => (column < 20 ? 0 : 1_000));
    const { result, images } = await process({ ortho_analytic_8b_sr: half });
    expect(result).toMatchObject({ coverage: 50, clouds: 0, statistics: { NDVI: { validPercent: 50, mean: 0 } } });
    expect(opened(images['red.tif']).values.filter(Number.isNaN)).toHaveLength(300);
  });

  test('without a mask has coverage, and no clouds', async () => {
    const part = gdalTiff(4, 8, (band, column) => (band === 4 ? 255 * Number(column < 29) : 90));
    const only = {
      ortho_visual: part,
      ortho_udm2: undefined,
      ortho_analytic_8b_sr: undefined,
      ortho_analytic_8b: undefined,
    };
    const { result } = await process(only, ['ortho_visual']);
    expect(result).toMatchObject({ coverage: 80, statistics: {} });
    expect(result.clouds).toBeUndefined();
    expect(result.images.map(({ file }) => file)).toEqual(['visual.tif', 'visual.png']);
  });

  test.each([
    ['strips that are packed by LZW', ['COMPRESS=LZW', 'BLOCKYSIZE=1']],
    [
      'tiles that are packed by LZW, as differences',
      ['COMPRESS=LZW', 'PREDICTOR=2', 'TILED=YES', 'BLOCKXSIZE=32', 'BLOCKYSIZE=16'],
    ],
    ['tiles that are packed by Deflate', ['COMPRESS=DEFLATE', 'TILED=YES', 'BLOCKXSIZE=16', 'BLOCKYSIZE=32']],
    ['one strip that is not packed', ['BLOCKYSIZE=30']],
    ['a BigTIFF', ['COMPRESS=LZW', 'BIGTIFF=YES']],
  ])('is read as %s', async (_, options) => {
    // Unpredictable numbers for LZW, so that its codes reach all lengths.
    const noise: ValueAt = (band, column, row) => 1 + ((band * 7_919 + column * 104_729 + row * 1_299_709) % 65_000);
    const { images } = await process({ ortho_analytic_8b_sr: gdalTiff(8, 16, noise, options) });
    const { values } = opened(images['red_edge.tif']);
    const theirs = values.map((_, at) => noise(7, 5 + (at % 30), 5 + Math.floor(at / 30)) * 0.0001);
    expect(values.findIndex((value, at) => Math.abs(value - (theirs[at] ?? 0)) > 1e-6)).toBe(-1);
  });
});

describe('a damaged file of Planet', () => {
  const whole = files.ortho_analytic_8b_sr;
  /** A file with the number of a tag changed: 256 is the width. */
  const changed = (tag: number, value: number, of = whole) => {
    const file = Buffer.from(of);
    const start = file.readUInt32LE(4);
    for (let entry = 0; entry < file.readUInt16LE(start); entry++) {
      const at = start + 2 + entry * 12;
      if (file.readUInt16LE(at) !== tag) continue;
      if (file.readUInt16LE(at + 2) === 3) file.writeUInt16LE(value & 0xffff, at + 8);
      else file.writeUInt32LE(value, at + 8);
    }
    return file;
  };

  test.each<[string, Buffer]>([
    ['is cut off', whole.subarray(0, whole.length - 40)],
    ['is empty', Buffer.alloc(0)],
    ['is a page of text', Buffer.from('<html>expired</html>')],
    ['has four bands', gdalTiff(4, 16, () => 500)],
    ['has bytes', gdalTiff(8, 8, () => 50)],
    ['declares huge tiles', changed(323, 60_000, changed(322, 60_000))],
    ['has noise in its tiles', Buffer.concat([whole.subarray(0, 2_000), Buffer.alloc(whole.length - 2_000, 0xa7)])],
    ['is packed by JPEG', changed(259, 7)],
  ])('ends with a SceneProblem when it %s', async (_, file) => {
    await expect(process({ ortho_analytic_8b_sr: file })).rejects.toMatchObject({ name: 'SceneProblem' });
  });

  test.each<[string, Buffer]>([
    ['has a document type', Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
    ['is not XML', Buffer.from('{}')],
  ])('ends with a SceneProblem when its metadata %s', async (_, file) => {
    await expect(process({ ortho_analytic_8b_xml: file }, ['ortho_analytic_8b_xml'])).rejects.toMatchObject({
      name: 'SceneProblem',
    });
  });

  test('is not needed where images are made of others, and no image is made where nothing is left', async () => {
    const { result } = await process({ ortho_analytic_8b: Buffer.from('x') });
    expect(result.images).toHaveLength(13);
    await expect(process({ ortho_analytic_8b_sr: undefined })).rejects.toThrow(
      'Planet delivered none of ortho_analytic_8b_sr',
    );
  });
});
