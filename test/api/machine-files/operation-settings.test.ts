import { beforeAll, describe, expect, test } from 'vitest';
import { deereZip } from '../../adapters/machine-files/deere-zip.ts';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { operationsService, type ShownFile } from './batch.ts';
import { madeAgain, type Outcome, passCsv, pointsAt, withSettings } from './with-settings.ts';

const ofFirst = ({ operations }: Outcome, what: string) =>
  `${operationsService}/operations/${operations[0]?.id}/${what}`;

async function filtered(outcome: Outcome): Promise<Record<string, unknown>[]> {
  const { body } = await outcome.owner.get<{ downloadFilteredGeojson: string }>(ofFirst(outcome, 'filteredGeojson'));
  return pointsAt(outcome.owner, body.downloadFilteredGeojson);
}

test('no operations are made when the owner wants none', async () => {
  const content = { 'a.csv': harvestCsv({ passes: 1 }) };
  const { files, operations } = await withSettings({ fieldOperationCreation: false }, { content });
  expect(files[0]?.fields).toHaveLength(1);
  expect(operations).toEqual([]);
});

test("a file is not attached to a field that it overlaps by less than the owner's threshold", async () => {
  // Four passes, one and a half of which lie in the field.
  const upload = { content: { 'a.csv': harvestCsv() }, field: [2.5, 4.5] as [number, number] };
  expect((await withSettings({ fieldsAttachIntersection: 50 }, upload)).files[0]?.fields).toHaveLength(1);
  expect((await withSettings({ fieldsAttachIntersection: 95 }, upload)).files[0]?.fields).toEqual([]);
});

describe('the days within which files become one operation', () => {
  let outcome: Outcome;
  const counts = ({ operations }: Outcome) =>
    ['harvested', 'applied'].map((work) => operations.filter(({ type }) => type === work).length);
  beforeAll(async () => {
    const harvests = { 'a.csv': harvestCsv({ passes: 1 }), 'b.csv': harvestCsv({ passes: 1, days: 10 }) };
    const sprayings = { 'a.zip': deereZip(), 'b.zip': deereZip({ day: 9 }) };
    outcome = await withSettings({}, { content: { ...harvests, ...sprayings } });
  });

  test('are 21 for harvests, and 5 for other work', () => {
    expect(counts(outcome)).toEqual([1, 2]);
  });

  test('can be set to fewer or more, for each kind of work', async () => {
    const days = { operationsMergeRangeHarvested: 3, operationsMergeRange: 10 };
    expect(counts(await madeAgain(outcome, days))).toEqual([2, 1]);
  });
});

describe('tillage of several kinds', () => {
  const kind = (name: string) => passCsv({ 'TillDepth(cm)': () => 12, TillType: () => name });
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await withSettings({}, { content: { 'a.csv': kind('Disk'), 'b.csv': kind('Ripper') } });
  });

  test('is one operation with all kinds by default', async () => {
    expect(outcome.operations).toHaveLength(1);
    const { body } = await outcome.owner.get<ShownFile['summary']>(ofFirst(outcome, 'summary'));
    expect(body?.properties.tillType).toEqual(['Disk', 'Ripper']);
  });

  test('is one operation for each kind when the owner wants it split', async () => {
    expect((await madeAgain(outcome, { splitOperationsByTillType: true })).operations).toHaveLength(2);
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
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await withSettings({}, { content: { 'a.csv': uneven } });
  });

  test('leave out points of a standing machine, and outliers', async () => {
    expect(await filtered(outcome)).toHaveLength(28);
  });

  test('keep outliers when the owner wants them', async () => {
    expect(await filtered(await madeAgain(outcome, { operationsRemoveOutliers: false }))).toHaveLength(29);
  });

  test('keep values within the deviations that the owner sets', async () => {
    const removing = { operationsRemoveOutliers: true };
    expect(await filtered(await madeAgain(outcome, removing))).toHaveLength(28);
    expect(await filtered(await madeAgain(outcome, { operationsOutliersLimit: 50 }))).toHaveLength(29);
  });

  test('are not written when the owner does not want them', async () => {
    const settings = { operationsFilteredGeojson: false, enableGeoparquetOutput: true };
    const without = await madeAgain(outcome, settings);
    expect((await without.owner.get(ofFirst(without, 'filteredGeojson'))).status).toBe(404);
    expect((await without.owner.get(ofFirst(without, 'filteredGeoparquet'))).status).toBe(404);
    expect((await without.owner.get(ofFirst(without, 'standardGeoparquet'))).status).toBe(200);
  });
});

describe('products of one name', () => {
  let outcome: Outcome;
  const products = async (of: Outcome) => {
    const { body } = await of.owner.get<ShownFile['summary']>(ofFirst(of, 'summary'));
    return body?.properties.products?.map(({ name, rate, area }) => [name, rate?.value, area?.value]);
  };
  beforeAll(async () => {
    outcome = await withSettings({}, { content: { 'a.zip': deereZip(), 'b.zip': deereZip({ day: 2, records: 10 }) } });
  });

  test('are one entry of a summary by default, with the area of all and their average rate', async () => {
    expect(await products(outcome)).toEqual([['Agent', 100, 900]]);
  });

  test('can be an entry for each time they were used', async () => {
    expect(await products(await madeAgain(outcome, { summarizeByProductEntry: false }))).toEqual([
      ['Agent', 100, 600],
      ['Agent', 100, 300],
    ]);
  });
});

test('sessions are there only when the owner wants them', async () => {
  const outcome = await withSettings({}, { content: { 'a.zip': deereZip({ serials: ['4711'] }) } });
  expect((await outcome.owner.get(ofFirst(outcome, 'sessions'))).body).toEqual([]);
});
