import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { encodeRaster } from '../../../adapters/machine-files/images/draw-images.ts';
import type { PointImage } from '../../../domain/machine-files/image.ts';
import { classColours, colourOf, coloursOf } from '../../../domain/machine-files/maps/class-colours.ts';
import { harvestCsv } from './harvest-text.ts';
import { type ProcessedSet, processUpload } from './process-upload.ts';

const settings = {
  operationsImageCreation: true,
  operationsImageAttributeCreation: { harvested: { wetMassPerArea: true, speed: false } },
};
/** Metres of a degree of longitude and latitude at 50° N, as in the made-up harvest. */
const [perLongitude, perLatitude] = [71_400, 111_230];

/** The made-up harvest, in which pass and record decide the yield in t/ha. */
function harvestOf(
  yieldOf: (pass: number, record: number) => number,
  size: { passes?: number; records?: number } = {},
) {
  const { passes = 4, records = 25 } = size;
  const [header, ...rows] = harvestCsv({ passes, records }).trim().split('\n');
  const changed = rows.map((row, index) => {
    const cells = row.split(',');
    cells[8] = String(yieldOf(Math.floor(index / records), index % records));
    return cells.join(',');
  });
  return [header, ...changed, ''].join('\n');
}

/** The image of a harvest's wet mass per area, opened by GDAL. */
async function drawn(content: string) {
  const { sets } = await processUpload('a.csv', content, settings);
  const [set] = sets as [ProcessedSet];
  const folder = await mkdtemp(join(tmpdir(), 'furrow-images-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, bytes] of Object.entries(set.images)) await writeFile(join(folder, name), bytes);
  const opened = loadGdal()?.open(join(folder, 'wetMassPerArea.png'), 'r', ['PNG']);
  if (!opened) throw new Error('GDAL does not open the image');
  const [west = 0, wide = 0, , north = 0, , high = 0] = opened.geoTransform ?? [];
  const { x: width, y: height } = opened.rasterSize;
  const band = opened.bands.get(1);
  const pixels = band.pixels.read(0, 0, width, height) as Uint8Array;
  return {
    image: (set.processed.images ?? [])[0] as PointImage,
    names: Object.keys(set.images),
    srs: opened.srs?.toProj4(),
    width,
    height,
    transform: { west, wide, north, high },
    pixels,
    /** The colour at metres east and north of the first point; undefined where it is transparent. */
    colourAt(east: number, up: number) {
      const [x, y] = [(10 + east / perLongitude - west) / wide, (50 + up / perLatitude - north) / high];
      const { c1, c2, c3, c4 } = band.colorTable?.get(pixels[Math.floor(y) * width + Math.floor(x)] ?? 0) ?? {};
      return c4 === 0 ? undefined : [c1, c2, c3];
    },
  };
}

test('an image has each point at its position, in the colour of its class, and nothing around', async () => {
  const { colourAt, image, names } = await drawn(harvestOf((pass) => 4 + pass));
  expect(names).toEqual(['wetMassPerArea.png', 'wetMassPerArea.png.aux.xml', 'wetMassPerArea.map.png']);
  expect(image).toMatchObject({ property: 'wetMassPerArea', unit: 't/ha' });
  const area = { value: 0.05, unit: 'ha' };
  expect(image.classes).toEqual([4, 5, 6, 7].map((value) => ({ min: value, max: value, count: 25, area })));
  const colours = coloursOf(4).map((code) => [...colourOf(code)]);
  for (const [pass, colour] of colours.entries()) {
    for (const up of [4, 24, 46]) {
      // 10 m wide: the middle, and four metres to both sides.
      for (const side of [-4, 0, 4]) expect(colourAt(pass * 10 + side, up)).toEqual(colour);
    }
  }
  for (const [east, up] of [
    [-5.4, 24],
    [35.4, 24],
    [15, 53],
    [15, -3],
  ] as const) {
    expect([east, up, colourAt(east, up)]).toEqual([east, up, undefined]);
  }
});

test('the image lies at its extent, within a pixel, with the same scale in both directions', async () => {
  const { image, srs, width, height, transform } = await drawn(harvestOf((pass) => 4 + pass));
  const { west, wide, north, high } = transform;
  const { xmin, xmax, ymin, ymax } = image.extent;
  expect(srs).toContain('+datum=WGS84');
  expect([image.width, image.height]).toEqual([width, height]);
  expect([xmin, ymax]).toEqual([west, north]);
  expect(xmax).toBeCloseTo(west + width * wide, 12);
  expect(ymin).toBeCloseTo(north + height * high, 12);
  // Four passes of 10 m, 50 m long: half a width and half a step are left around the points.
  const pixel = wide * perLongitude;
  expect(Math.abs((10 - xmin) * perLongitude - 6)).toBeLessThan(pixel);
  expect(Math.abs((ymax - 50) * perLatitude - (50 + 6))).toBeLessThan(2 * pixel);
  expect(pixel / (-high * perLatitude)).toBeCloseTo(1, 2);
  expect(Math.max(width, height)).toBeGreaterThanOrEqual(600);
});

test('classes run from the 2nd to the 98th percentile with open ends, so that one wrong value moves none of them', async () => {
  const yieldOf = (pass: number, record: number) =>
    pass === 3 && record === 7 ? 20 : 3 + ((pass * 25 + record) * 37) / 100 / 10;
  const { image, pixels } = await drawn(harvestOf(yieldOf));
  expect(image.classes).toHaveLength(7);
  expect(image.classes[0]).toMatchObject({ min: 3, max: 3, open: 'below' });
  expect(image.classes[6]).toMatchObject({ min: 6.6, max: 20, open: 'above' });
  for (const [index, { min }] of image.classes.entries()) {
    if (index > 0) expect(min).toBe(image.classes[index - 1]?.max);
  }
  const [counts, areas] = [image.classes.map(({ count }) => count), image.classes.map(({ area }) => area?.value ?? 0)];
  expect(counts.reduce((sum, count) => sum + count)).toBe(100);
  expect(areas.reduce((sum, area) => sum + area)).toBeCloseTo(0.2, 1);
  // No colour of the closed classes dominates the picture.
  const shares = classColours.map((_, index) => pixels.filter((pixel) => pixel === index + 1).length / pixels.length);
  for (const share of shares.slice(1, -1)) expect(share).toBeGreaterThan(0.05);
});

test('a value shared by many points is in a class of its own', async () => {
  const { image } = await drawn(harvestOf((pass, record) => (pass < 2 ? 5 : 6 + record / 10)));
  expect(image.classes[0]).toMatchObject({ max: 5, count: 50 });
});

test('passes with gaps of less than half of the machine are drawn without a gap', async () => {
  const rows = harvestOf((pass) => 4 + pass).replaceAll(',2,10,', ',2,7,');
  const { colourAt } = await drawn(rows);
  for (const east of [5, 15, 25]) expect(colourAt(east, 24)).toBeDefined();
});

test('one wrongly recorded position does not shrink the field to a speck', async () => {
  const lines = harvestOf((pass) => 4 + pass, { passes: 40 }).split('\n');
  lines[300] = (lines[300] ?? '').replace(/^10\.\d+,/, '11.5,');
  const { image } = await drawn(lines.join('\n'));
  expect((image.extent.xmax - image.extent.xmin) * perLongitude).toBeLessThan(500);
});

test('the image can be printed with its legend', async () => {
  const { sets } = await processUpload(
    'a.csv',
    harvestOf((pass) => 4 + pass),
    settings,
  );
  const folder = await mkdtemp(join(tmpdir(), 'furrow-images-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'map.png');
  await writeFile(path, sets[0]?.images['wetMassPerArea.map.png'] ?? '');
  const opened = loadGdal()?.open(path, 'r', ['PNG']);
  const { x: width = 0, y: height = 0 } = opened?.rasterSize ?? {};
  const pixels = opened?.bands.get(1).pixels.read(0, 0, width, height) as Uint8Array;
  expect(pixels.every((pixel) => pixel > 0)).toBe(true);
  const image = sets[0]?.processed.images?.[0];
  expect(width).toBeGreaterThan(image?.width ?? 0);
  // A square of each class is beside the picture, the highest values on top.
  const column = Array.from(
    { length: height },
    (_, row) => pixels[row * width + (image?.width ?? 0) + 16 + 16 + 10] ?? 0,
  );
  expect([...new Set(column)].filter((colour) => colour <= 4)).toEqual([4, 3, 2, 1]);
});

test('images are drawn only on request', async () => {
  const { sets } = await processUpload('a.csv', harvestCsv());
  expect(sets[0]?.images).toEqual({});
  expect(sets[0]?.processed.steps).not.toHaveProperty('propertiesPNGs');
});

test('the numbers of a raster are read back from GeoTIFF at their positions, with their unit', async () => {
  const raster = {
    ...{ width: 3, height: 2, west: 10, north: 50 },
    spots: Int32Array.of(0, -1, 1, 1, 0, -1),
    degreesPerPixel: [0.5, 0.25] as [number, number],
  };
  const folder = await mkdtemp(join(tmpdir(), 'furrow-images-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'speed.tif');
  await writeFile(path, encodeRaster(raster, Float64Array.of(1.5, -2.25), 'speed, m/s'));
  const opened = loadGdal()?.open(path, 'r', ['GTiff']);
  expect(opened?.geoTransform).toEqual([10, 0.5, 0, 50, 0, -0.25]);
  expect(opened?.srs?.getAuthorityCode()).toBe('4326');
  const band = opened?.bands.get(1);
  expect(band?.noDataValue).toBeNaN();
  expect([...(band?.pixels.read(0, 0, 3, 2) ?? [])]).toEqual([1.5, Number.NaN, -2.25, -2.25, 1.5, Number.NaN]);
  expect(opened?.getMetadata()).toMatchObject({ TIFFTAG_IMAGEDESCRIPTION: 'speed, m/s' });
});
