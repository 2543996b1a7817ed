import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { convertedProducts } from '../../../adapters/machine-files/standardise/products.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';

const known = new Map([
  ['gal/ac', 'L/ha'],
  ['ozm/ac', 'kg/ha'],
]);

async function converted(products: unknown): Promise<unknown> {
  const connection = await (await DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const sql = `select to_json(${convertedProducts('given', known)})::varchar as made
    from (select '${JSON.stringify(products)}' as given)`;
  const [row] = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  return JSON.parse(String(row?.made));
}

test('products of merged files are in the units of the merged file', async () => {
  const mix = [
    { name: 'Water', rate: { value: 10, unit: 'gal/ac' } },
    { name: 'Agent', rate: { value: 16, unit: 'ozm/ac' } },
    { name: 'Strange', rate: { value: 3, unit: 'bags/ac' } },
  ];
  expect(await converted(mix)).toEqual([
    { name: 'Water', rate: { value: expect.closeTo(93.5396, 4), unit: 'L/ha' } },
    { name: 'Agent', rate: { value: expect.closeTo(1.12085, 5), unit: 'kg/ha' } },
    { name: 'Strange', rate: { value: 3, unit: 'bags/ac' } },
  ]);
});
