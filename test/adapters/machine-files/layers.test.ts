import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { exported, geoJsonOf, type WrittenFeature } from './exported-features.ts';
import { zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';
import { processUpload } from './process-upload.ts';
import { smsFeatures, smsRows, smsSums } from './sms-exports.ts';

const rows = smsRows();
const features = smsFeatures(rows);
const fields: WrittenFeature[] = [
  {
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [10, 50],
          [10.002, 50],
          [10.002, 50.002],
          [10, 50],
        ],
      ],
    },
    properties: { name: 'North' },
  },
];

describe.each([
  ['GPKG', 'gpkg', 'GEOPACKAGE', []],
  ['FlatGeobuf', 'fgb', 'FLATGEOBUF', []],
  ['GPKG', 'gpkg', 'GEOPACKAGE', ['-t_srs', 'EPSG:32615']],
] as const)('recorded points in %s', (driver, ending, format, options) => {
  test(`are read ${options.length > 0 ? 'from metres' : 'in degrees'}`, async () => {
    const files = await exported(driver, 'harvest', features, [...options]);
    const set = await only('harvest.zip', zipOf(files));
    expect([set.format, set.processed.problems]).toEqual([format, []]);
    const points = pointsOf(set);
    expect(points).toHaveLength(rows.length);
    expect(points[0]).toMatchObject({
      crop: 'corn',
      equipmentWidth: 30,
      timestamp: expect.stringMatching(/^2023-10-17T15:/),
    });
    const sum = (member: string) => points.reduce((total, point) => total + Number(point[member]), 0);
    const sums = smsSums(rows);
    expect(sum('wetMass')).toBeCloseTo(sums.wetPounds, 1);
    expect(sum('dryMass')).toBeCloseTo(sums.dryPounds, 1);
    expect(sum('area')).toBeCloseTo(sums.squareMetres, 1);
    const bare = await processUpload(`harvest.${ending}`, files[`harvest.${ending}`] ?? '');
    expect(bare.sets.map(({ processed }) => processed.pointCounts?.kept)).toEqual([rows.length]);
  });

  test('may be a column of times', async () => {
    const files = await exported(driver, 'harvest', features, [...options], 'time');
    expect((await only('harvest.zip', zipOf(files))).processed.startTime).toBe('2023-10-17T15:00:00.000Z');
  });
});

test('a GeoPackage may have an R-tree whose columns are quoted', async () => {
  const files = await exported('GPKG', 'harvest', features);
  const written = files['harvest.gpkg']?.toString('latin1') ?? '';
  const quoted = written.replace('rtree(id, minx, maxx, miny, maxy)', 'rtree("id","minx",maxx,miny,maxy)');
  expect(quoted).not.toBe(written);
  const set = await only('harvest.gpkg', Buffer.from(quoted, 'latin1'));
  expect(set.processed).toMatchObject({ status: 'processed', pointCounts: { kept: rows.length } });
});

test('of several layers with work the largest is read, and the others are named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-layers-'));
  try {
    const [large, small, outlines] = [join(folder, 'a.gpkg'), join(folder, 'small.geojson'), join(folder, 'b.geojson')];
    await writeFile(large, (await exported('GPKG', 'harvest', features))['harvest.gpkg'] ?? '');
    await writeFile(small, geoJsonOf(features.slice(0, 5)));
    await writeFile(outlines, geoJsonOf(fields));
    const gdal = loadGdal();
    for (const [path, name] of [[small, 'first pass'] as const, [outlines, 'fields'] as const]) {
      const source = gdal?.open(path);
      if (source) gdal?.vectorTranslate(large, source, ['-f', 'GPKG', '-update', '-nln', name]).close();
      source?.close();
    }
    const set = await only('two.gpkg', await readFile(large));
    expect(set.processed).toMatchObject({
      pointCounts: { kept: rows.length },
      problems: [
        { code: 'otherLayers', message: expect.stringMatching(/\("harvest"\).*"first pass"/) },
        { code: 'layersWithoutWork', message: expect.stringContaining('"fields"') },
      ],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('fields in a GeoPackage are no machine data', async () => {
  const { sets, problems } = await processUpload('fields.zip', zipOf(await exported('GPKG', 'fields', fields)));
  expect([sets, problems.map(({ code }) => code)]).toEqual([[], ['otherGeodata']]);
});
