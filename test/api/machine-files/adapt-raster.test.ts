import { expect, test } from 'vitest';
import { columns, geoTiff, lines, rasterZip } from '../../adapters/machine-files/adapt-raster-set.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, processed } from './batch.ts';

test('a raster of ADAPT Standard becomes standard points, and one without a location is named', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const { batch, files } = await processed(owner, svcUserId, 'export.zip', rasterZip(await geoTiff()));
  expect(batch).toMatchObject({ status: 'PROCESSED', problems: [] });
  expect(files).toMatchObject([{ status: 'processed', fileFormat: 'ADAPT', operationType: 'harvested', problems: [] }]);
  const { features } = (await (await downloaded(owner, files[0]?.downloadStandardGeojson)).json()) as {
    features: object[];
  };
  expect(features).toHaveLength(columns * lines - 2);
  expect(features[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [expect.closeTo(9.000173, 6), expect.closeTo(49.65252, 5)] },
    properties: { crop: 'corn', wetMassPerArea: 8000, harvestMoisture: 15, area: expect.closeTo(25.02, 2) },
  });

  const lost = rasterZip(await geoTiff({ epsg: null, geoTransform: null }));
  const failed = await processed(owner, svcUserId, 'lost.zip', lost);
  expect(failed.files).toMatchObject([{ status: 'failed', problems: [{ code: 'unreadable' }] }]);
  expect(failed.files[0]?.problems[0]?.message).toContain('no georeference');
});
