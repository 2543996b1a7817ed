import { expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { sprayRecords, sprayShapefile } from '../../adapters/machine-files/spray-shapefile.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, processed } from './batch.ts';

test('NaN, infinite and huge numbers cost a file these values and nothing else', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const lines = harvestCsv().split('\n');
  for (const [line, written] of [
    [5, 'nan'],
    [6, 'inf'],
    [7, '1e308'],
  ] as const) {
    lines[line] = (lines[line] ?? '').replace(',101.5,14,5,', `,${written},14,${written},`);
  }
  const { files } = await processed(owner, svcUserId, 'harvest.csv', lines.join('\n'));
  expect(files).toMatchObject([{ status: 'processed', pointCounts: { read: 100 } }]);
  const [file] = files;
  expect(file?.problems.map(({ code, message }) => [code, message])).toEqual([
    [
      'impossibleNumbers',
      'Values that are not numbers, or are impossibly large, were left out: 3 of elevation (the first in row 5), 3 of wetMassPerArea (the first in row 5).',
    ],
  ]);
  expect(file?.summary?.properties).toMatchObject({
    elevation: { min: 101.5, max: 101.5 },
    // 97 records of 20 m2 at 5 t/ha.
    totalWetMass: { value: expect.closeTo(0.97, 6) },
  });
  const raw = await (await downloaded(owner, file?.downloadRawGeojson)).json();
  expect((raw as { features: unknown[] }).features).toHaveLength(100);
});

test('a file whose record cannot be written fails at once, with the reason', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  // The summary has a line for each product, and a record 400 kB.
  const records = sprayRecords(4_000, (record) => ({ Product: `Agent ${record} ${'x'.repeat(60)}` }));
  const { batch, files } = await processed(owner, svcUserId, 'spray.zip', zipOf(sprayShapefile('spray', records)));
  expect(files).toMatchObject([{ status: 'failed', problems: [{ code: 'recordUnwritable', severity: 'error' }] }]);
  expect(files[0]?.problems[0]?.message).toMatch(/size/i);
  expect(batch).toMatchObject({ status: 'FAILED', statusDetails: expect.stringContaining('cannot be stored') });
});
