import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { geotiffOf, rasterOf } from '../../../web/console/export/geotiff.ts';
import { pointRows, sampleRows } from '../../../web/console/export/point-rows.ts';
import { shapefileOf, shortNames } from '../../../web/console/export/shapefile.ts';
import { csvOf, geojsonOf } from '../../../web/console/export/text-files.ts';

const columns = [{ name: 'time' }, { name: 'variety' }, { name: 'dryMassPerArea', unit: 'lb/ac' }];
const rows = [
  {
    longitude: -93.15,
    latitude: 41.66,
    time: '2016-09-19T16:45:51.002Z',
    variety: 'Größe, "23A42"',
    dryMassPerArea: 4_635.2,
  },
  { longitude: -93.1499, latitude: 41.6601, time: '2016-09-19T16:45:52.002Z', variety: '=1+1', dryMassPerArea: null },
];

test('CSV quotes texts, names units and holds no formulas', () => {
  expect(csvOf(rows, columns)).toBe(
    [
      'longitude,latitude,time,variety,dryMassPerArea (lb/ac)',
      '-93.15,41.66,2016-09-19T16:45:51.002Z,"Größe, ""23A42""",4635.2',
      "-93.1499,41.6601,2016-09-19T16:45:52.002Z,'=1+1,",
      '',
    ].join('\r\n'),
  );
});

test('GeoJSON has points with their properties, and units beside them', () => {
  const { units, features } = JSON.parse(geojsonOf(rows, columns));
  expect(units).toEqual({ dryMassPerArea: 'lb/ac' });
  expect(features[1]).toEqual({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-93.1499, 41.6601] },
    properties: { time: '2016-09-19T16:45:52.002Z', variety: '=1+1', dryMassPerArea: null },
  });
});

describe('a shapefile', () => {
  test('has short names that differ', () => {
    expect(shortNames(['wetMassPerArea', 'wetMassPerAcre', 'speed'])).toEqual(['wetMassPer', 'wetMassPe2', 'speed']);
  });

  test('is a zip whose parts have their lengths and checksums', async () => {
    const bytes = Buffer.from(await shapefileOf('harvest', rows, columns).arrayBuffer());
    const found: Record<string, Buffer> = {};
    for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
      const [length, name] = [bytes.readUInt32LE(at + 22), bytes.readUInt16LE(at + 26)];
      const start = at + 30 + name;
      const content = bytes.subarray(start, start + length);
      expect(crc32(content)).toBe(bytes.readUInt32LE(at + 14));
      found[bytes.toString('utf8', at + 30, start)] = content;
      at = start + length;
    }
    expect(Object.keys(found)).toEqual([
      'harvest.shp',
      'harvest.shx',
      'harvest.dbf',
      'harvest.prj',
      'harvest.cpg',
      'fields.csv',
    ]);
    const { shp, shx, dbf } = { shp: found['harvest.shp'], shx: found['harvest.shx'], dbf: found['harvest.dbf'] };
    expect([shp?.readInt32BE(24), shx?.readInt32BE(24)]).toEqual([(shp?.length ?? 0) / 2, (shx?.length ?? 0) / 2]);
    expect([shp?.readDoubleLE(112), shp?.readDoubleLE(120)]).toEqual([-93.15, 41.66]);
    expect([dbf?.readUInt32LE(4), dbf?.length]).toEqual([2, 33 + 3 * 32 + 2 * (dbf?.readUInt16LE(10) ?? 0) + 1]);
    expect(dbf?.toString('utf8')).toContain('Größe, "23A42"');
    expect(dbf?.toString('latin1')).toContain('        4635.200000');
    expect(found['fields.csv']?.toString()).toContain('dryMassPer,dryMassPerArea,lb/ac');
  });
});

test('a GeoTIFF has the mean of each cell, and none where no point lies', async () => {
  const near = { longitude: -93.1499995, latitude: 41.6600995 };
  const raster = rasterOf(
    [
      { longitude: -93.15, latitude: 41.66, speed: 1 },
      { longitude: -93.1499, latitude: 41.6601, speed: 3 },
      { ...near, speed: 5 },
      { ...near, speed: 7 },
      { ...near, speed: null },
    ],
    'speed',
    6,
  );
  expect([raster?.width, raster?.height]).toEqual([2, 2]);
  expect([...(raster?.values ?? [])]).toEqual([6, 3, 1, -9_999]);
  if (!raster) throw new Error('no raster');
  const view = new DataView(await geotiffOf(raster, 'Speed').arrayBuffer());
  const entries = new Map<number, number>();
  for (let index = 0; index < view.getUint16(8, true); index++) {
    entries.set(view.getUint16(10 + index * 12, true), view.getUint32(18 + index * 12, true));
  }
  const pixels = entries.get(273) ?? 0;
  expect([0, 1, 2, 3].map((index) => view.getFloat32(pixels + index * 4, true))).toEqual([6, 3, 1, -9_999]);
  expect([entries.get(256), entries.get(257), entries.get(279)]).toEqual([2, 2, 16]);
  expect(view.getFloat64((entries.get(33922) ?? 0) + 24, true)).toBe(-93.15);
  expect(rasterOf([], 'speed', 5)).toBeUndefined();
});

test('rows of an export are the shown points in the owner’s units, or the samples of an analyte', () => {
  const work = { fieldId: 'one', operationType: 'harvested', fileIds: ['file'], cleanup: { outlierDeviations: 3 } };
  const { sql, columns: found } = pointRows({ work, units: { speed: 'mi/hr', dryMassPerArea: 'lb/ac' } });
  expect(found).toEqual([
    { name: 'time' },
    { name: 'crop' },
    { name: 'variety' },
    { name: 'speed', unit: 'mi/hr' },
    { name: 'dryMassPerArea', unit: 'lb/ac' },
  ]);
  expect(sql).toContain('work.speed * 2.2369362920544 /* m/s to mi/hr */ AS speed');
  expect(sql).toContain('usual.deviation');
  const source = { kind: 'samples', analyte: 'P', unit: 'ppm', method: null, depth: '0 to 8 in' } as const;
  const samples = sampleRows({ id: 'one' }, { source, date: '2024-04-02' }).sql;
  expect(samples).toContain("sampleDate = DATE '2024-04-02'");
  expect(samples).toContain("analyte = 'P' AND unit = 'ppm' AND method IS NULL");
  expect(samples).toContain('ABS(depthTopCm - 0) < 0.06\n    AND ABS(depthBottomCm - 20.32) < 0.06');
});
