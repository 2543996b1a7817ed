import { expect, test } from 'vitest';
import { mixZip } from '../../adapters/machine-files/deere-zip.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { processed } from './batch.ts';

const owner = await freshOwner();

test('an unknown unit in a header is named, and its values are null in the query service', async () => {
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, { outOfStandardOperations: true });
  const table = harvestCsv()
    .replace('Yield Mass(tonne/ha)', 'Yield(foo/bar)')
    .replace('Elevation(m)', 'Elevation(ell)');
  const { files } = await processed(owner, svcUserId, 'harvest.csv', table);
  expect(files).toMatchObject([{ status: 'processed', pointCounts: { read: 100, kept: 100 } }]);
  expect(files[0]?.problems[0]).toMatchObject({
    code: 'unknownUnits',
    message: 'Values with an unknown unit were left out: elevation in ell, wetMassPerArea in foo/bar.',
  });
  await idle();
  const sql = `SELECT COUNT(*) AS points, COUNT(wetMassPerArea) AS yields, COUNT(elevation) AS heights,
    AVG(harvestMoisture) AS moisture FROM points WHERE svcUserId = '${svcUserId}'`;
  expect((await runQuery(owner, sql)).body).toEqual([{ points: 100, yields: 0, heights: 0, moisture: 14 }]);
});

test('a part of a tank mix in an unknown unit is named', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { files } = await processed(owner, svcUserId, 'spray.zip', zipOf({ 'spray.zip': mixZip() }));
  expect(files.map(({ status, problems }) => [status, problems.map(({ code, message }) => [code, message])])).toEqual([
    ['processed', [['unknownProductUnits', 'Rates of products have an unknown unit: "Strange" in bags/ac.']]],
  ]);
});

test('a table of a yield monitor without units names the columns that need them', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const table = harvestCsv()
    .replace('Distance(m)', 'Distance')
    .replace('Swath Width(m)', 'Swath')
    .replace('Yield Mass(tonne/ha)', 'Flow');
  const { batch, files } = await processed(owner, svcUserId, 'monitor.csv', table);
  expect(batch).toMatchObject({ status: 'FAILED', statusDetails: expect.stringContaining('"Distance", "Swath"') });
  expect(files).toMatchObject([
    { status: 'failed', problems: [{ code: 'missingProperties' }, { code: 'unstatedUnits' }] },
  ]);
  expect(files[0]?.problems[1]).toMatchObject({
    severity: 'error',
    message: 'The units of these columns are not known, so they were left out: "Distance", "Swath" and "Flow".',
    hint: expect.stringContaining('Flow(lb/s)'),
  });

  const stated = table.replace('Distance', 'Distance(m)').replace('Swath', 'Swath(m)').replace('Flow', 'Yield(t/ha)');
  const { files: read } = await processed(owner, svcUserId, 'monitor.csv', stated);
  expect(read).toMatchObject([{ status: 'processed', problems: [], pointCounts: { kept: 100 } }]);
});
