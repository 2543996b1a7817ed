import { describe, expect, test } from 'vitest';
import type { SomeSettings } from '../../../domain/configuration/configuration.ts';
import { deereZip } from '../../adapters/machine-files/deere-zip.ts';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { operationsService, type ShownFile } from './batch.ts';
import { type Outcome, passCsv, pointsAt, withSettings } from './with-settings.ts';

const harvest = { 'a.csv': harvestCsv({ passes: 1 }) };
const ofFirst = ({ operations }: Outcome, what: string) =>
  `${operationsService}/operations/${operations[0]?.id}/${what}`;

async function filtered(outcome: Outcome): Promise<Record<string, unknown>[]> {
  const { body } = await outcome.owner.get<{ downloadFilteredGeojson: string }>(ofFirst(outcome, 'filteredGeojson'));
  return pointsAt(outcome.owner, body.downloadFilteredGeojson);
}

test('no operations are made when the owner wants none', async () => {
  const { files, operations } = await withSettings({ fieldOperationCreation: false }, { content: harvest });
  expect(files[0]?.fields).toHaveLength(1);
  expect(operations).toEqual([]);
});

test('a file is not attached to a field that it overlaps by less than the owner asks for', async () => {
  // Four passes, of which the field has one and a half.
  const upload = { content: { 'a.csv': harvestCsv() }, field: [2.5, 4.5] as [number, number] };
  expect((await withSettings({ fieldsAttachIntersection: 50 }, upload)).files[0]?.fields).toHaveLength(1);
  expect((await withSettings({ fieldsAttachIntersection: 95 }, upload)).files[0]?.fields).toEqual([]);
});

describe('the days within which files become one operation', () => {
  const harvests = { 'a.csv': harvestCsv({ passes: 1 }), 'b.csv': harvestCsv({ passes: 1, days: 10 }) };
  const sprayings = { 'a.zip': deereZip(), 'b.zip': deereZip({ day: 9 }) };

  test.each<[string, SomeSettings, Record<string, string | Uint8Array>, number]>([
    ['21 for harvests', {}, harvests, 1],
    ['fewer when the owner says so', { operationsMergeRangeHarvested: 3 }, harvests, 2],
    ['not those of other work', { operationsMergeRange: 3 }, harvests, 1],
    ['5 for other work', {}, sprayings, 2],
    ['more when the owner says so', { operationsMergeRange: 10 }, sprayings, 1],
    ['for other work not those of harvests', { operationsMergeRangeHarvested: 30 }, sprayings, 2],
  ])('are %s', async (_, settings, content, expected) => {
    expect((await withSettings(settings, { content })).operations).toHaveLength(expected);
  });
});

describe('tillage of several kinds', () => {
  const kind = (name: string) => passCsv({ 'TillDepth(cm)': () => 12, TillType: () => name });
  const content = { 'a.csv': kind('Disk'), 'b.csv': kind('Ripper') };

  test('is one operation, which names them', async () => {
    const outcome = await withSettings({}, { content });
    expect(outcome.operations).toHaveLength(1);
    const { body } = await outcome.owner.get<ShownFile['summary']>(ofFirst(outcome, 'summary'));
    expect(body?.properties.tillType).toEqual(['Disk', 'Ripper']);
  });

  test('is one for each kind when the owner wants it split', async () => {
    expect((await withSettings({ splitOperationsByTillType: true }, { content })).operations).toHaveLength(2);
  });
});

describe('the filtered points', () => {
  /** A harvest in which the machine stands at one record, and one yield is far off. */
  const uneven = passCsv(
    {
      'Speed(m/s)': (record) => (record === 3 ? 0.1 : 2),
      'Moisture(%)': () => 14,
      'Yield Mass(tonne/ha)': (record) => (record === 20 ? 50 : 5 + (record % 3) / 10),
      Crop: () => 'Wheat',
    },
    30,
  );
  const upload = { content: { 'a.csv': uneven } };

  test('leave out a machine that stands, and outliers', async () => {
    expect(await filtered(await withSettings({}, upload))).toHaveLength(28);
  });

  test('keep outliers when the owner wants them', async () => {
    expect(await filtered(await withSettings({ operationsRemoveOutliers: false }, upload))).toHaveLength(29);
  });

  test('keep what is within the deviations that the owner allows', async () => {
    expect(await filtered(await withSettings({ operationsOutliersLimit: 50 }, upload))).toHaveLength(29);
  });

  test('are not written when the owner does not want them', async () => {
    const outcome = await withSettings({ operationsFilteredGeojson: false, enableGeoparquetOutput: true }, upload);
    expect((await outcome.owner.get(ofFirst(outcome, 'filteredGeojson'))).status).toBe(404);
    expect((await outcome.owner.get(ofFirst(outcome, 'filteredGeoparquet'))).status).toBe(404);
    expect((await outcome.owner.get(ofFirst(outcome, 'standardGeoparquet'))).status).toBe(200);
  });
});

describe('products of one name', () => {
  const content = { 'a.zip': deereZip(), 'b.zip': deereZip({ day: 2, records: 10 }) };
  const products = async (settings: SomeSettings) => {
    const outcome = await withSettings(settings, { content });
    const { body } = await outcome.owner.get<ShownFile['summary']>(ofFirst(outcome, 'summary'));
    return body?.properties.products?.map(({ name, rate, area }) => [name, rate?.value, area?.value]);
  };

  test('are one entry of a summary, with the area of all and their average rate', async () => {
    expect(await products({})).toEqual([['Agent', 100, 900]]);
  });

  test('or one for each time they were used', async () => {
    expect(await products({ summarizeByProductEntry: false })).toEqual([
      ['Agent', 100, 600],
      ['Agent', 100, 300],
    ]);
  });
});

test('sessions are there only when the owner wants them', async () => {
  const outcome = await withSettings({}, { content: { 'a.zip': deereZip({ serials: ['4711'] }) } });
  expect((await outcome.owner.get(ofFirst(outcome, 'sessions'))).body).toEqual([]);
});
