import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadGdal } from '../../../adapters/geo/gdal.ts';
import { encodeGeoTiff } from '../../../adapters/machine-files/images/geotiff.ts';
import { harvestCsv } from './harvest-text.ts';
import { processUpload } from './process-upload.ts';

const settings = {
  operationsImageCreation: true,
  operationsImageAttributeCreation: { harvested: { wetMassPerArea: true, speed: false } },
};

test('an image of a harvest lies where the harvest was, and shows nothing around it', async () => {
  const { sets } = await processUpload('a.csv', harvestCsv(), settings);
  const [set] = sets;
  expect(set?.processed.images).toMatchObject([{ property: 'wetMassPerArea' }]);
  expect(Object.keys(set?.images ?? {})).toEqual(['wetMassPerArea.png', 'wetMassPerArea.png.aux.xml']);
  const folder = await mkdtemp(join(tmpdir(), 'furrow-images-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(set?.images ?? {})) await writeFile(join(folder, name), content);
  const opened = loadGdal()?.open(join(folder, 'wetMassPerArea.png'), 'r', ['PNG']);
  const [west, pixel, , north] = opened?.geoTransform ?? [];
  // Four passes of 10 m from 10° E, 50 m long from 50° N; half a machine's width is left around them.
  expect(west).toBeCloseTo(10 - 5 / 71_555, 6);
  expect(north).toBeCloseTo(50 + 55 / 111_320, 5);
  const size = opened?.rasterSize ?? { x: 0, y: 0 };
  expect(size.x * (pixel ?? 0) * 71_555).toBeCloseTo(42.5, -1);
  const opacity = opened?.bands.get(4).pixels.read(0, 0, size.x, size.y) as Uint8Array;
  const shown = opacity.filter((value) => value === 255).length / opacity.length;
  expect(shown).toBeGreaterThan(0.8);
  expect(shown).toBeLessThan(1);
});

test('no image is drawn unless somebody asks for it', async () => {
  const { sets } = await processUpload('a.csv', harvestCsv());
  expect(sets[0]?.images).toEqual({});
  expect(sets[0]?.processed.steps).not.toHaveProperty('propertiesPNGs');
});

test('the numbers of a raster are read back from GeoTIFF at their places, with their unit', async () => {
  const raster = {
    ...{ width: 3, height: 2, west: 10, north: 50 },
    cells: Int32Array.of(0, -1, 1, 1, 0, -1),
    values: new Map([['speed', Float64Array.of(1.5, -2.25)]]),
    degreesPerPixel: [0.5, 0.25] as [number, number],
  };
  const folder = await mkdtemp(join(tmpdir(), 'furrow-images-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'speed.tif');
  await writeFile(path, encodeGeoTiff(raster, 'speed', 'speed, m/s'));
  const opened = loadGdal()?.open(path, 'r', ['GTiff']);
  expect(opened?.geoTransform).toEqual([10, 0.5, 0, 50, 0, -0.25]);
  expect(opened?.srs?.getAuthorityCode()).toBe('4326');
  const band = opened?.bands.get(1);
  expect(band?.noDataValue).toBeNaN();
  expect([...(band?.pixels.read(0, 0, 3, 2) ?? [])]).toEqual([1.5, Number.NaN, -2.25, -2.25, 1.5, Number.NaN]);
  expect(opened?.getMetadata()).toMatchObject({ TIFFTAG_IMAGEDESCRIPTION: 'speed, m/s' });
});
