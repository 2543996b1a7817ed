import { describe, expect, test } from 'vitest';
import { deereZip } from '../../adapters/machine-files/deere-zip.ts';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { operationsService } from './batch.ts';
import { passCsv, pointsAt, withSettings } from './with-settings.ts';

const harvest = { 'a.csv': harvestCsv({ passes: 1 }) };
/** Every second record says nothing of the yield. */
const patchy = passCsv({
  'Moisture(%)': () => 14,
  'Yield Mass(tonne/ha)': (record) => (record % 2 === 0 ? 5 : 0),
  Crop: () => 'Wheat',
});

describe('cleaning up', () => {
  test('drops points by the rules that hold by default', async () => {
    const { files } = await withSettings({}, { content: { 'a.csv': patchy } });
    expect(files[0]?.pointCounts).toEqual({ read: 20, kept: 10, dropped: { wetMass: 10 } });
  });

  test('can be switched off', async () => {
    const { files } = await withSettings({ cleanupStandardGeojson: false }, { content: { 'a.csv': patchy } });
    expect(files[0]?.pointCounts).toEqual({ read: 20, kept: 20, dropped: {} });
  });

  test('follows rules that the owner makes, and none beside them', async () => {
    const cleanupRules = { harvestMoisture: [{ operator: 'GT' as const, value: 20 }] };
    const { files } = await withSettings({ cleanupRules }, { content: { 'a.csv': patchy } });
    expect(files[0]).toMatchObject({ status: 'failed', problems: [{ message: 'no points passed the filter' }] });
    expect(files[0]?.pointCounts).toEqual({ read: 20, kept: 0, dropped: { harvestMoisture: 20 } });
  });
});

describe('units', () => {
  test.each([
    ['DEFAULT', { area: 'm2', distance: 'm', wetMassPerArea: 't/ha' }, 5],
    ['METRIC', { area: 'ha', distance: 'm', wetMassPerArea: 't/ha' }, 5],
    ['IMPERIAL', { area: 'ac', distance: 'ft', wetMassPerArea: 'lb/ac' }, 5 * 892.1791],
  ] as const)('are %s', async (unitMeasurement, expected, yielded) => {
    const { owner, files } = await withSettings({ unitMeasurement }, { content: harvest });
    expect((await owner.get(`${operationsService}/files/${files[0]?.id}/units`)).body).toMatchObject(expected);
    const [point] = await pointsAt(owner, files[0]?.downloadStandardGeojson);
    expect(point?.wetMassPerArea).toBeCloseTo(yielded, 2);
    const unit = expected.wetMassPerArea;
    expect(files[0]?.summary?.properties.wetMassPerArea).toMatchObject({ avg: expect.closeTo(yielded, 2), unit });
  });
});

describe('what a file calls its work', () => {
  test('stands in its summary', async () => {
    const { files } = await withSettings({}, { content: { 'a.zip': deereZip() } });
    expect(files[0]?.summary?.properties.originalOperationData).toEqual({ originalOperationType: 'Application' });
  });

  test('unless the owner does not want it there', async () => {
    const { files } = await withSettings({ originalOperationData: false }, { content: { 'a.zip': deereZip() } });
    expect(files[0]).toMatchObject({ status: 'processed' });
    expect(files[0]?.summary?.properties).not.toHaveProperty('originalOperationData');
  });
});

describe('planting without a crop, or without a rate', () => {
  const noCrop = passCsv({ 'Seed Rate(seeds/ha)': () => 80_000 });
  const noRate = passCsv({ Crop: () => 'Corn', 'Singulation(%)': () => 99 });

  test.each([
    ['crop', noCrop],
    ['seedRate', noRate],
  ])('is refused for its %s', async (missing, csv) => {
    const { files } = await withSettings({}, { content: { 'a.csv': csv } });
    expect(files[0]?.problems).toMatchObject([{ message: `missing required properties: ${missing}` }]);
  });

  test.each([
    ['crop', noCrop],
    ['seedRate', noRate],
  ])('is taken when the %s is optional', async (missing, csv) => {
    const standardGeoJson = { planted: { [missing]: 'optional' as const } };
    const { files } = await withSettings({ standardGeoJson }, { content: { 'a.csv': csv } });
    expect(files[0]).toMatchObject({ status: 'processed', isOutOfStandard: false, pointCounts: { kept: 20 } });
  });

  test('is let through, and marked, with outOfStandardOperations', async () => {
    const { files, operations } = await withSettings(
      { outOfStandardOperations: true },
      { content: { 'a.csv': noCrop } },
    );
    expect(files[0]).toMatchObject({
      ...{ status: 'processed', isOutOfStandard: true },
      problems: [{ code: 'missingProperties', severity: 'warning' }],
    });
    expect(operations).toMatchObject([{ isOutOfStandard: true }]);
  });
});

describe('outputs', () => {
  test('are as few as possible unless the owner wants more', async () => {
    const { owner, files } = await withSettings({}, { content: harvest, field: [2, 4] });
    const at = `${operationsService}/files/${files[0]?.id}`;
    for (const output of ['standardGeoparquet', 'polygonGeoparquet', 'outsideFieldGeojson']) {
      expect((await owner.get(`${at}/${output}`)).status).toBe(404);
    }
    expect(files[0]).not.toHaveProperty('zippedPNGs');
  });

  test('of points outside fields need work that is split by field', async () => {
    const settings = { enableOutsideFieldGeojson: true, splitOperationsByField: false };
    const { owner, svcUserId, files } = await withSettings(settings, { content: harvest, field: [2, 4] });
    expect((await owner.get(`${operationsService}/files/${files[0]?.id}/outsideFieldGeojson`)).status).toBe(404);
    const path = `${operationsService}/files/outsideFieldGeojson?svcUserId=${svcUserId}`;
    expect((await owner.get(path)).body).toEqual([]);
  });
});
