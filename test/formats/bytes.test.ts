import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeShapefile } from '../../adapters/prescriptions/write-shapefile.ts';
import type { MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import { geotiffOf, rasterOf } from '../../web/console/export/geotiff.ts';
import { shapefileOf } from '../../web/console/export/shapefile.ts';

const hashOf = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
};

const rows = Array.from({ length: 50 }, (_, index) => ({
  longitude: 10 + index / 1_000,
  latitude: 50 - index / 2_000,
  time: `2025-09-19T10:00:${String(index).padStart(2, '0')}Z`,
  wetMassPerArea: index % 7 === 0 ? null : index / 3,
  crop: index % 5 === 0 ? null : 'Mais für Füchse',
}));
const columns = [{ name: 'time' }, { name: 'wetMassPerArea', unit: 't/ha' }, { name: 'crop' }];

test('an export as a shapefile has the bytes that it had', async () => {
  const zip = new Uint8Array(await shapefileOf('points', rows, columns).arrayBuffer());
  expect(hashOf(zip)).toBe('1b1ea685f377da03');
});

test('an export as a GeoTIFF has the bytes that it had', async () => {
  const raster = rasterOf(rows, 'wetMassPerArea', 20);
  if (!raster) throw new Error('no point has a value');
  expect(hashOf(new Uint8Array(await geotiffOf(raster, 'Yield, t/ha').arrayBuffer()))).toBe('f5e7840b6d5b1bf9');
});

test('a prescription as a shapefile has the bytes that it had', () => {
  const square = (x: number, y: number, size: number): [number, number][] => [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  const geometry: MultiPolygon = { type: 'MultiPolygon', coordinates: [[square(0, 0, 1), square(0.2, 0.2, 0.1)]] };
  const rates = [120, 80.25, 0].map((rate) => ({ geometry, rate }));
  const { shp, shx, dbf, prj } = writeShapefile({ column: 'Rate_kg_ha', rows: rates });
  expect(hashOf(shp, shx, dbf, prj)).toBe('0699c8a057fdc7ca');
});
