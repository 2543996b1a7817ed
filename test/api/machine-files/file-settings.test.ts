import { describe, expect, test } from 'vitest';
import type { SomeSettings } from '../../../domain/configuration/configuration.ts';
import { deereZip } from '../../adapters/machine-files/deere-zip.ts';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { operationsService, type ShownFile } from './batch.ts';
import { type Outcome, passCsv, pointsAt, withSettings } from './with-settings.ts';

const harvest = harvestCsv({ passes: 1 });
/** A table in which every second record has no yield. */
const patchy = passCsv({
  'Moisture(%)': () => 14,
  'Yield Mass(tonne/ha)': (record) => (record % 2 === 0 ? 5 : 0),
  Crop: () => 'Wheat',
});
const noCrop = passCsv({ 'Seed Rate(seeds/ha)': () => 80_000 });
const noRate = passCsv({ Crop: () => 'Corn', 'Singulation(%)': () => 99 });
const all = {
  'harvest.csv': harvest,
  'patchy.csv': patchy,
  'no-crop.csv': noCrop,
  'no-rate.csv': noRate,
  'spraying.zip': deereZip(),
};

/** An upload under settings that several tests look at, sent when the first of them needs it. */
function shared(settings: SomeSettings, field: [number, number] | null = null): () => Promise<Outcome> {
  let outcome: Promise<Outcome> | undefined;
  return () => {
    outcome ??= withSettings(settings, { content: all, field });
    return outcome;
  };
}

/** An upload without any setting, whose field has none of the points. */
const byDefault = shared({}, [2, 4]);
const withLittle = shared({ unitMeasurement: 'METRIC', cleanupStandardGeojson: false, originalOperationData: false });
const withOptions = shared({
  unitMeasurement: 'IMPERIAL',
  standardGeoJson: { planted: { crop: 'optional', seedRate: 'optional' } },
});

function fileOf({ files }: Outcome, name: string): ShownFile {
  const found = files.find(({ fileName }) => fileName.includes(name));
  if (!found) throw new Error(`there is no ${name} among ${files.map(({ fileName }) => fileName).join(', ')}`);
  return found;
}

describe('cleaning up', () => {
  test('drops points by the rules that hold by default', async () => {
    expect(fileOf(await byDefault(), 'patchy').pointCounts).toEqual({ read: 20, kept: 10, dropped: { wetMass: 10 } });
  });

  test('can be switched off', async () => {
    expect(fileOf(await withLittle(), 'patchy').pointCounts).toEqual({ read: 20, kept: 20, dropped: {} });
  });

  test("follows the owner's own rules, and no others", async () => {
    const cleanupRules = { harvestMoisture: [{ operator: 'GT' as const, value: 20 }] };
    const { files } = await withSettings({ cleanupRules }, { content: { 'a.csv': patchy }, field: null });
    expect(files[0]).toMatchObject({ status: 'failed', problems: [{ message: 'no points passed the filter' }] });
    expect(files[0]?.pointCounts).toEqual({ read: 20, kept: 0, dropped: { harvestMoisture: 20 } });
  });
});

describe('units', () => {
  test.each([
    ['DEFAULT', byDefault, { area: 'm2', distance: 'm', wetMassPerArea: 't/ha' }, 5],
    ['METRIC', withLittle, { area: 'ha', distance: 'm', wetMassPerArea: 't/ha' }, 5],
    ['IMPERIAL', withOptions, { area: 'ac', distance: 'ft', wetMassPerArea: 'lb/ac' }, 5 * 892.1791],
  ] as const)('are %s', async (_, outcome, expected, yielded) => {
    const { owner } = await outcome();
    const file = fileOf(await outcome(), 'harvest');
    expect((await owner.get(`${operationsService}/files/${file.id}/units`)).body).toMatchObject(expected);
    const [point] = await pointsAt(owner, file.downloadStandardGeojson);
    expect(point?.wetMassPerArea).toBeCloseTo(yielded, 2);
    const unit = expected.wetMassPerArea;
    expect(file.summary?.properties.wetMassPerArea).toMatchObject({ avg: expect.closeTo(yielded, 2), unit });
  });
});

describe('the name that a file gives its work', () => {
  test('is in its summary', async () => {
    const { summary } = fileOf(await byDefault(), 'spraying');
    expect(summary?.properties.originalOperationData).toEqual({ originalOperationType: 'Application' });
  });

  test('is left out when the owner does not want it', async () => {
    const file = fileOf(await withLittle(), 'spraying');
    expect(file).toMatchObject({ status: 'processed' });
    expect(file.summary?.properties).not.toHaveProperty('originalOperationData');
  });
});

describe('planting without a crop, or without a rate', () => {
  test.each([
    ['crop', 'no-crop'],
    ['seedRate', 'no-rate'],
  ])('is refused for its %s', async (missing, name) => {
    const { problems } = fileOf(await byDefault(), name);
    expect(problems).toMatchObject([{ message: `missing required properties: ${missing}` }]);
  });

  test.each([
    ['crop', 'no-crop'],
    ['seedRate', 'no-rate'],
  ])('is accepted when the %s is optional', async (_, name) => {
    const file = fileOf(await withOptions(), name);
    expect(file).toMatchObject({ status: 'processed', isOutOfStandard: false, pointCounts: { kept: 20 } });
  });

  test('is accepted, and marked, with outOfStandardOperations', async () => {
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
  test('are as few as possible by default', async () => {
    const { owner } = await byDefault();
    const file = fileOf(await byDefault(), 'harvest');
    for (const output of ['standardGeoparquet', 'polygonGeoparquet', 'outsideFieldGeojson']) {
      expect((await owner.get(`${operationsService}/files/${file.id}/${output}`)).status).toBe(404);
    }
    expect(file).not.toHaveProperty('zippedPNGs');
  });

  test('of points outside fields require work that is split by field', async () => {
    const settings = { enableOutsideFieldGeojson: true, splitOperationsByField: false };
    const upload = { content: { 'a.csv': harvest }, field: [2, 4] as [number, number] };
    const { owner, svcUserId, files } = await withSettings(settings, upload);
    expect((await owner.get(`${operationsService}/files/${files[0]?.id}/outsideFieldGeojson`)).status).toBe(404);
    const path = `${operationsService}/files/outsideFieldGeojson?svcUserId=${svcUserId}`;
    expect((await owner.get(path)).body).toEqual([]);
  });
});
