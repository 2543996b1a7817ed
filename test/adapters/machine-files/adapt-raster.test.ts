import type { Dataset } from 'gdal-async';
import { describe, expect, test } from 'vitest';
import type { Gdal } from '../../../adapters/gdal/gdal.ts';
import {
  columns,
  geoTiff,
  harvestBands,
  lines,
  nothing,
  type Raster,
  rasterDocument,
  rasterZip,
} from './adapt-raster-set.ts';
import { only, pointsOf } from './only-set.ts';

const pixels = columns * lines;
/** Square metres of a pixel of five by five on the middle meridian of UTM. */
const pixelArea = 25 / 0.9996 ** 2;

const made = async (raster?: Raster, operation?: object) =>
  only('export.zip', rasterZip(await geoTiff(raster), rasterDocument(operation)));

const positionsOf = ({ made: { standardGeojson } }: Awaited<ReturnType<typeof made>>): number[][] =>
  JSON.parse(String(standardGeojson)).features.map(
    (feature: { geometry: { coordinates: number[] } }) => feature.geometry.coordinates,
  );

describe('an operation of ADAPT Standard with a GeoTIFF', () => {
  test('has a point for each pixel with a value, in the units of the standard', async () => {
    const { format, processed } = await made();
    expect(format).toBe('ADAPT');
    expect(processed).toMatchObject({
      status: 'processed',
      problems: [],
      operationType: 'harvested',
      pointCounts: { read: pixels - 2, kept: pixels - 2, dropped: {} },
      startTime: '2024-10-01T15:00:00.000Z',
      summary: {
        properties: {
          crop: ['corn'],
          originalOperationType: 'HARVEST',
          totalArea: { value: expect.closeTo((pixels - 2) * pixelArea, 0), unit: 'm2' },
          totalWetMass: { value: expect.closeTo(((pixels - 2) * pixelArea * 0.80045) / 1000, 2), unit: 't' },
        },
      },
    });
    expect(processed.steps.normalizedGeojson?.message).toContain('the records are a raster');
  });

  test('has the middle of a pixel as location and its ground as area, distance, width and heading', async () => {
    const set = await made();
    const [first] = pointsOf(set);
    expect(first).toMatchObject({
      timestamp: '2024-10-01T15:00:00.000Z',
      harvestMoisture: expect.closeTo(15, 5),
      wetMassPerArea: 8000,
      area: expect.closeTo(pixelArea, 2),
      distance: expect.closeTo(5, 1),
      equipmentWidth: expect.closeTo(5, 1),
      crop: 'corn',
    });
    // The third pixel has no height, and the two before it have nothing.
    expect(first?.elevation).toBeNull();
    const positions = positionsOf(set);
    const [lon = 0, lat = 0] = positions[0] ?? [];
    // Position of UTM 500012.5 E, 5499997.5 N in zone 32, by PROJ.
    expect(lon).toBeCloseTo(9 + 12.5 / 0.9996 / 72_152, 5);
    expect(lat).toBeCloseTo(49.65252, 4);
    expect(new Set(positions.map(String)).size).toBe(pixels - 2);
    const [heading] = pointsOf(set).map((point) => Number(point.heading));
    expect(Math.min(heading ?? 90, 360 - (heading ?? 90))).toBeLessThan(0.01);
  });

  test.each([
    ['WGS 84', 4326],
    ['another datum, latitude first in the registry', 4258],
  ])('lies where its degrees are: %s', async (_, epsg) => {
    const set = await made({ epsg, geoTransform: [10, 1e-4, 0, 50, 0, -1e-4] });
    const [lon = 0, lat = 0] = positionsOf(set).at(-1) ?? [];
    expect(lon).toBeCloseTo(10 + 19.5e-4, 6);
    expect(lat).toBeCloseTo(50 - 9.5e-4, 6);
  });

  test('may run from south to north, and have degrees without naming them', async () => {
    const set = await made({ epsg: null, geoTransform: [10, 1e-4, 0, 50, 0, 1e-4] });
    expect(set.processed.problems).toEqual([]);
    expect(positionsOf(set).at(-1)?.[1]).toBeCloseTo(50 + 9.5e-4, 6);
  });

  test('reports which bands were read where there are more', async () => {
    const { processed } = await made({ bands: [...harvestBands, () => 1] });
    expect(processed.status).toBe('processed');
    expect(processed.steps.normalizedGeojson?.message).toContain(
      'of its 4 bands only those of variables were read (1, 2, 3)',
    );
  });

  test('is read block by block where it has tiles, and without what a mask hides', async () => {
    const tiled = {
      size: [300, 200] as [number, number],
      options: ['TILED=YES', 'BLOCKXSIZE=64', 'BLOCKYSIZE=64', 'COMPRESS=DEFLATE'],
    };
    const { processed } = await made(tiled);
    expect(processed.pointCounts).toMatchObject({ read: 60_000 - 2, kept: 60_000 - 2 });
    const masked = await made({ options: ['SPARSE_OK=FALSE'], finish: hideFirstLine });
    expect(masked.processed.pointCounts?.read).toBe(pixels - columns);
  });

  test('has products side by side, whose sum is the rate', async () => {
    const { processed, made: found } = await made(
      { bands: [() => 100, (column) => (column === 0 ? nothing : 50)], finish: () => {} },
      {
        operationTypeCode: 'APPLICATION_CROP_PROTECTION',
        productIds: ['Nitrogen', 'Agent'],
        variables: ['Nitrogen', 'Agent'].map((productId, index) => ({
          ...{ id: { referenceId: productId }, name: productId, definitionCode: 'AppliedVolumePerAreaActual' },
          ...{ geoTIFFBandIndex: index + 1, productId },
        })),
      },
    );
    expect(processed).toMatchObject({ status: 'processed', pointCounts: { kept: pixels } });
    const { features } = JSON.parse(String(found.standardGeojson));
    expect(features.slice(0, 2).map(({ properties }: { properties: object }) => properties)).toMatchObject([
      { appliedRate: 100, products: [{ name: 'Nitrogen' }] },
      { appliedRate: 150, products: [{ name: 'Nitrogen + Agent' }] },
    ]);
    const raw = JSON.parse(String(found.rawGeojson)).features[1].properties;
    expect(raw).toEqual({ 'AppliedVolumePerAreaActual (band 1)': 100, 'AppliedVolumePerAreaActual (band 2)': 50 });
  });

  test('of version 1.0 has its band numbers under another name', async () => {
    const variables = rasterDocument().documents.workRecords[0]?.operations[0]?.variables ?? [];
    const older = variables.map(({ geoTIFFBandIndex: fileDataIndex, ...variable }) => ({ ...variable, fileDataIndex }));
    expect((await made({}, { variables: older })).processed.status).toBe('processed');
  });

  test('has the time of its work where it has none of its own, and reports when there is none at all', async () => {
    const document = rasterDocument({ timeScopes: [] });
    const [work] = document.documents.workRecords;
    const timeScopes = [{ dateContextCode: 'ACTUAL', start: '2024-10-02T15:00:00' }];
    const timed = { ...document, documents: { workRecords: [{ ...work, timeScopes }] } };
    const tif = await geoTiff();
    expect((await only('a.zip', rasterZip(tif, timed))).processed.startTime).toBe('2024-10-02T15:00:00.000Z');
    expect((await only('a.zip', rasterZip(tif, document))).processed).toMatchObject({
      status: 'failed',
      problems: [{ code: 'missingProperties', message: 'missing required properties: timestamp' }],
    });
  });
});

describe('a faulty GeoTIFF is named', () => {
  const problemsOf = async (raster?: Raster, operation?: object) => (await made(raster, operation)).processed.problems;

  test.each<[string, Raster, RegExp]>([
    ['without georeference', { epsg: null, geoTransform: null }, /no georeference/],
    ['rotated', { geoTransform: [500_000, 5, 1, 5_500_000, 1, -5] }, /rotated/],
    ['in metres of nowhere', { epsg: null }, /which coordinate system/],
  ])('%s', async (_, raster, message) => {
    const [first, ...others] = await problemsOf(raster);
    expect(first?.message).toMatch(message);
    expect(others).toEqual([]);
  });

  test('with too many pixels', async () => {
    const size: [number, number] = [2100, 2000];
    const tif = await geoTiff({ size, bands: [() => 1, () => 1], options: ['TILED=YES'] });
    // Its header states the number; the rest would look like a zip bomb.
    const { processed } = await only('a.zip', rasterZip(tif.subarray(0, 4096)));
    expect(processed.problems).toMatchObject([
      {
        code: 'rasterTooLarge',
        message: expect.stringContaining('4,200,000 pixels in 2 bands; at most 4,000,000 pixels'),
        hint: expect.stringContaining('larger pixels'),
      },
    ]);
  });

  test('with missing bands', async () => {
    const { processed } = await made({ bands: harvestBands.slice(0, 2) });
    expect(processed).toMatchObject({
      status: 'processed',
      problems: [
        {
          code: 'damagedPart',
          message: expect.stringContaining('band 3 (Elevation) is not there, the last one is band 2'),
        },
      ],
    });
    const far = [{ definitionCode: 'YieldWetMassPerArea', geoTIFFBandIndex: 7 }];
    expect(await problemsOf({}, { variables: far })).toMatchObject([
      { code: 'unreadable', message: expect.stringContaining('has values in band 7, and it has 3') },
    ]);
    const unsaid = [{ definitionCode: 'YieldWetMassPerArea' }];
    expect(await problemsOf({}, { variables: unsaid })).toMatchObject([
      { code: 'unreadable', message: expect.stringContaining('geoTIFFBandIndex') },
    ]);
  });

  test('truncated: its remains are read', async () => {
    const tif = await geoTiff({ size: [300, 200], options: ['INTERLEAVE=PIXEL'] });
    const { processed } = await only('a.zip', rasterZip(tif.subarray(0, tif.length / 2)));
    expect(processed).toMatchObject({ status: 'processed', problems: [{ code: 'damagedPart', severity: 'warning' }] });
    expect(processed.problems[0]?.message).toMatch(/\d+ of the 200 lines/);
    expect(processed.pointCounts?.read).toBeGreaterThan(20_000);
  });

  test.each([4, 100, 600])('truncated after %d bytes', async (bytes) => {
    const { processed } = await only('a.zip', rasterZip((await geoTiff()).subarray(0, bytes)));
    expect(processed).toMatchObject({ status: 'failed', problems: [{ code: 'unreadable' }] });
    expect(processed.problems[0]?.message).toMatch(/does not open as one|none of its lines can be unpacked/);
  });

  test('without any value', async () => {
    const [problem] = await problemsOf({ bands: [() => nothing, () => nothing, () => nothing] });
    expect(problem?.message).toBe('no readable data');
  });
});

function hideFirstLine(dataset: Dataset, gdal: Gdal): void {
  const perDataset = 2;
  for (const index of [1, 2, 3]) dataset.bands.get(index).noDataValue = null;
  dataset.bands.get(2).scale = 0.1;
  gdal.config.set('GDAL_TIFF_INTERNAL_MASK', 'YES');
  dataset.bands.get(1).createMaskBand(perDataset);
  gdal.config.set('GDAL_TIFF_INTERNAL_MASK', null);
  const shown = Uint8Array.from({ length: columns * lines }, (_, at) => (at < columns ? 0 : 255));
  dataset.bands.get(1).getMaskBand()?.pixels.write(0, 0, columns, lines, shown);
}
