import { describe, expect, test } from 'vitest';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { bowTie, collection, feature, polygon, readUpload, square } from './upload-fixture.ts';

const withoutGdal = { gdal: () => undefined };

describe('without GDAL', () => {
  test('a shapefile ends with the command that installs GDAL', async () => {
    const { sets, problems } = await readUpload('sample-fields.zip', sampleFieldsZip(), withoutGdal);
    expect(sets).toMatchObject([{ format: 'SHAPEFILE', fieldCount: 0 }]);
    expect(problems).toMatchObject([{ code: 'engineMissing', severity: 'error' }]);
    expect(problems[0]?.hint).toContain('node bin/first-run.mjs');
  });

  test('GeoJSON of valid boundaries can be read', async () => {
    const { fields, codes } = await readUpload(
      'farm.geojson',
      collection([feature(polygon(square(10, 52, 0.01)))]),
      withoutGdal,
    );
    expect(fields).toMatchObject([{ validity: 'VALID' }]);
    expect(codes).toEqual([]);
  });

  test('a boundary that needs repair, or a coordinate system that needs conversion, ends with the command that installs GDAL', async () => {
    const invalid = collection([feature(polygon(bowTie(10, 52, 0.01)))]);
    expect((await readUpload('farm.geojson', invalid, withoutGdal)).problems).toMatchObject([
      { code: 'engineMissing', feature: 1 },
    ]);
    const crs = { type: 'name', properties: { name: 'EPSG:25832' } };
    const projected = collection([feature(polygon(square(500_000, 5_761_038, 200)))], { crs });
    expect((await readUpload('farm.geojson', projected, withoutGdal)).codes).toEqual(['engineMissing']);
  });
});
