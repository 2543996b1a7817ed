import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { text } from '../../../adapters/duckdb/sql-text.ts';
import { inLakeUnits } from '../../../adapters/machine-files/into-lake-units.ts';
import { openWorkDatabase } from '../../../adapters/machine-files/work-database.ts';

const near = (value: number) => expect.closeTo(value, 5);

test('products of earlier releases are converted once, and rates in unknown units are null', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-products-'));
  const work = await openWorkDatabase(folder, 0);
  const json = (value: unknown) => text(JSON.stringify(value));
  const named = json([{ name: 'Water', rate: { value: 10, unit: 'gal/ac' } }]);
  const unsaid = json([
    { name: 'Agent', rate: { value: 16 } },
    { name: 'Other', rate: { value: 1 } },
  ]);
  const earlier = `select 'f' as fileId, 'i' as ingestId, ${named} as products
    union all select 'g', 'j', ${unsaid} union all select 'h', 'k', null`;
  const unitsOf = async () => [{ fileId: 'g', ingestId: 'j', units: {}, products: { Agent: 'ozm/ac' } }];
  const read = async (from: string) => {
    const rows = await work.rows<{ productsMetric: string | null }>(`select * from (${from}) order by fileId`);
    return rows.map(({ productsMetric }) => JSON.parse(productsMetric ?? 'null'));
  };
  const expected = [
    [{ name: 'Water', rate: { value: near(93.53956), unit: 'L/ha' } }],
    [
      { name: 'Agent', rate: { value: near(1.1208511), unit: 'kg/ha' } },
      { name: 'Other', rate: { value: null, unit: null } },
    ],
    null,
  ];
  const once = await inLakeUnits(earlier, unitsOf, work);
  expect(await read(once)).toEqual(expected);
  await work.run(`create table once as ${once}`);
  expect(await read(await inLakeUnits('select * from once', unitsOf, work))).toEqual(expected);
  const mixed = `select * from once union all by name select * replace ('z' || fileId as fileId) from (${earlier})`;
  const found = await read(await inLakeUnits(mixed, unitsOf, work));
  expect(found.slice(0, 4)).toEqual([...expected, expected[0]]);
  work.close();
  await rm(folder, { recursive: true, force: true });
});
