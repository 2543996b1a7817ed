import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SoilReading } from '../../../domain/soil/soil-reading.ts';
import { readFiles } from './soil-samples.ts';

/** Small tables, each of a kind that is easily read wrongly. */
const faulty = (name: string) => readFileSync(join(import.meta.dirname, 'faults', name));
const read = (name: string) => readFiles({ [name]: faulty(name) });

/** Results of each sample: `code/method value unit`, or the original value where there is no other. */
function valuesOf({ events }: SoilReading): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const { id, depth, results } of events.flatMap(({ samples }) => samples)) {
    const name = depth ? `${id} ${depth.top}-${depth.bottom} ${depth.unit ?? ''}`.trim() : id;
    values[name] = results.map(({ code, method, value, unit, original }) => {
      const shown = value === undefined ? `"${original.value}"` : Number(value.toPrecision(4));
      return `${code}${method ? `/${method}` : ''} ${shown}${unit ? ` ${unit}` : ''}`;
    });
  }
  return values;
}

const right: [file: string, what: string, values: Record<string, string[]>][] = [
  [
    'organic-matter-mo.csv',
    'MO in per cent is organic matter, and not molybdenum',
    { '1': ['OM 2.1 %', 'pH 6.5 pH'], '2': ['OM 2.4 %', 'pH 6.6 pH'] },
  ],
  [
    'bray-p-b.csv',
    'P-B is phosphorus by Bray, CO in per cent carbon, and C-A nothing that is known',
    { '1': ['P/bray1 20 mg/kg', 'OC 1.2 %', 'C-A 12'] },
  ],
  [
    'two-tables.csv',
    'two tables below one another are both read',
    {
      '1': ['pH 6.5 pH', 'P 20 mg/kg'],
      '2': ['pH 6.6 pH', 'P 21 mg/kg'],
      '3': ['K 200 mg/kg', 'pH 5.9 pH', 'OM 3.1 %'],
      '4': ['K 210 mg/kg', 'pH 5.8 pH', 'OM 3 %'],
    },
  ],
  [
    'header-rows.xlsx',
    'a header of three rows has depths with start and end, and rows below the samples are none',
    {
      '3749 0-12 Inches': ['pH/water1to2 7.4 pH', 'OM 1.7 %'],
      '3750 12-24 Inches': ['pH/water1to2 7.6 pH', 'OM 1.1 %'],
    },
  ],
  [
    'merged-head.xlsx',
    'a name above two methods is that of both',
    {
      S1: ['P/olsen 10 mg/kg', 'P/mehlich3 20 mg/kg', 'pH 6.5 pH'],
      S2: ['P/olsen 11 mg/kg', 'P/mehlich3 21 mg/kg', 'pH 6.6 pH'],
    },
  ],
  [
    'depth-in-heads.csv',
    'depths in headings are depths of samples',
    {
      'A 0-6 in': ['NO3N 6.667 mg/kg', 'S 12.22 mg/kg', 'pH 7.9 pH'],
      'A 6-24 in': ['NO3N 6.111 mg/kg', 'pH 8.1 pH'],
      A: ['P/olsen 8 mg/kg', 'K 210 mg/kg', 'OM 4.2 %'],
    },
  ],
  [
    'long-measurement.csv',
    'a row for each result may have any usual heading',
    { A: ['pH 6.5 pH', 'texture "clay"', 'P/olsen 22 mg/kg'], B: ['pH 6.6 pH', 'texture "loam"', 'P/olsen 23 mg/kg'] },
  ],
  ['two-dates.csv', 'the day of sampling is that of the heading that says so', { '1': ['pH 6.5 pH', 'OM 2.1 %'] }],
  [
    'german.csv',
    'German headings, decimal commas and letters of Windows',
    { '1': ['pH 6.5 pH', 'P 45.2 mg/kg', 'K 120.5 mg/kg', 'OM 2.3 %'] },
  ],
  [
    'p2o5.csv',
    'oxides become elements',
    { '1': ['P 21.82 mg/kg', 'K 99.62 mg/kg', 'P/olsen 7.3', 'K/ammoniumAcetate 98 mg/kg'] },
  ],
];

for (const [file, what, values] of [...right, ['two-tables.xlsx', 'and in a workbook', right[2]?.[2] ?? {}] as const]) {
  it(`${what} (${file})`, async () => expect(valuesOf(await read(file))).toEqual(values));
}

it('says of a table what its events are of, and keeps what the file says beside converted values', async () => {
  expect((await read('german.csv')).events).toMatchObject([{ date: '2026-03-12', field: 'Hühneracker' }]);
  expect((await read('two-dates.csv')).events).toMatchObject([{ date: '2022-03-07' }]);
  const [phosphorus] = (await read('p2o5.csv')).events[0]?.samples[0]?.results ?? [];
  expect(phosphorus?.original).toEqual({ name: 'P2O5 (ppm)', value: '50', unit: 'ppm' });
  const lead = (await read('bray-p-b.csv')).events[0]?.samples[0]?.results.map(({ code }) => code);
  expect(lead).not.toContain('Pb');
});

it('names columns and rows of cells that are left out', async () => {
  const { warnings } = await read('header-rows.xlsx');
  const left = warnings.flatMap(({ cells }) => (cells ? [cells] : []));
  expect(left).toEqual([
    { count: 1, sheet: 'Sheet', columns: 'C', rows: '7' },
    { count: 1, sheet: 'Sheet', columns: 'C', rows: '8' },
    { count: 3, sheet: 'Sheet', columns: 'D', rows: '6-8' },
  ]);
  expect(warnings[2]?.message).toMatch(/Columns D; rows 6-8\.$/);
});
