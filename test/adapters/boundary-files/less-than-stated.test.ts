import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { type ShapeRecord, writeShapefile } from '../../../local/demo/write-shapefile.ts';
import { geoPackage } from './geopackage-file.ts';
import { collection, manyFields, readUpload, square, temporaryDirectory, zip } from './upload-fixture.ts';

const records = Array.from({ length: 20 }, (_, index): ShapeRecord => {
  return { rings: [square(9 + index * 0.1, 52, 0.01).reverse()], attributes: { name: `Field ${index + 1}` } };
});

/** A shapefile of 20 fields, some of whose parts are truncated to a share of their bytes. */
function cut(shares: Record<string, number>, change: (parts: Record<string, Buffer>) => void = () => {}): Uint8Array {
  const parts = writeShapefile(records);
  for (const [ending, share] of Object.entries(shares)) {
    const part = parts[ending] as Buffer;
    parts[ending] = part.subarray(0, Math.floor(part.length * share));
  }
  change(parts);
  return zip(Object.fromEntries(Object.entries(parts).map(([ending, bytes]) => [`fields.${ending}`, bytes])));
}

function repairIndex({ shx }: Record<string, Buffer>): void {
  shx?.writeInt32BE(shx.length / 2, 24);
}

describe('boundaries of files that hold less than they state', () => {
  test.each([
    ['shapes', cut({ shp: 0.5 })],
    ['shapes and index, which was repaired', cut({ shp: 0.6, shx: 0.7 }, repairIndex)],
  ])('of a shapefile that lacks %s are read as far as they go, with both numbers', async (_, content) => {
    const { fields, problems } = await readUpload('fields.zip', content);
    expect(fields.length).toBeGreaterThan(5);
    expect(fields.length).toBeLessThan(15);
    expect(problems.filter(({ code }) => code === 'featuresLost')).toMatchObject([
      { severity: 'error', message: expect.stringContaining(`Only ${fields.length} of the file's 20 features`) },
    ]);
  });

  test('of a shapefile without rows in its table have no names, and say so', async () => {
    const { fields, problems } = await readUpload('fields.zip', cut({ dbf: 0.5 }));
    expect(fields).toHaveLength(20);
    const named = fields.filter(({ name = '' }) => name.startsWith('Field')).length;
    expect(problems).toMatchObject([
      { code: 'attributesLost', severity: 'warning', message: expect.stringContaining(`only ${named} of 20 rows`) },
      { code: 'assumedWgs84' },
    ]);
  });

  test('of a truncated FlatGeobuf are read as far as they go, with both numbers', async () => {
    const gdal = loadGdal();
    if (!gdal) throw new Error('these tests need GDAL');
    const path = join(await temporaryDirectory(), 'a.fgb');
    const source = gdal.open(collection(manyFields(20)), 'r', ['GeoJSON']);
    gdal.vectorTranslate(path, source, ['-f', 'FlatGeobuf']).close();
    const bytes = await readFile(path);
    expect((await readUpload('a.fgb', bytes)).problems).toEqual([]);
    const { fields, problems } = await readUpload('a.fgb', bytes.subarray(0, bytes.length * 0.8));
    expect(fields.length).toBeGreaterThan(0);
    expect(problems).toMatchObject([
      { code: 'featuresLost', message: expect.stringContaining(`Only ${fields.length} of the file's 20 features`) },
    ]);
  });

  test('of a truncated GeoPackage are refused with both lengths', async () => {
    const bytes = await geoPackage();
    const { fields, problems } = await readUpload('a.gpkg', bytes.subarray(0, bytes.length - 4_096));
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([
      {
        code: 'unreadableFile',
        message: expect.stringContaining(`it was cut off, with ${bytes.length - 4_096} of its ${bytes.length} bytes`),
      },
    ]);
  });
});
