import { expect, it } from 'vitest';
import { readFiles, refusalOf, soilSample, totalsOf } from './soil-samples.ts';

const keysOf = ({ warnings }: { warnings: { key: string }[] }) => [...new Set(warnings.map(({ key }) => key))];

it('reads a report of which most cells are empty, and no empty cell is 0', async () => {
  const reading = await readFiles({ 'report.csv': soilSample('S22-14946-B500.csv') });
  expect(totalsOf(reading)).toEqual({ NO31: { n: 6, sum: 128.5 }, NH4N: { n: 6, sum: 11.7 } });
  const [event] = reading.events;
  // The day in the middle of 8/16/2022 is above 12.
  expect(event).toMatchObject({ grower: 'B500', field: 'Circle01', lab: { processedDate: '2022-08-16' } });
  expect(event).not.toHaveProperty('date');
  expect(event?.samples[0]?.depth).toEqual({ top: 0, bottom: 12 });
  expect(keysOf(reading)).toEqual(expect.arrayContaining(['depthWithoutUnit', 'noUnit', 'unknownAnalyte']));
});

it('reads a table whose units its laboratory has made known, and keeps words as text', async () => {
  const reading = await readFiles({ 'report.csv': soilSample('sample2.csv') });
  const [sample] = reading.events[0]?.samples ?? [];
  expect(reading.events[0]?.lab).toEqual({ reportNumber: '21-267-003', receivedDate: '2020-01-09' });
  const values = Object.fromEntries(sample?.results.map((result) => [result.original.name, result]) ?? []);
  expect(values).toMatchObject({
    PH: { code: 'pH', value: 8.3 },
    OM: { code: 'OM', value: 0.9, unit: '%' },
    K: { code: 'K', value: 123.9, unit: 'mg/kg' },
    ZN: { value: 1.3 },
    HCO3_P: { code: 'P', method: 'olsen', value: 7.5 },
    EX__LIME: { code: 'excessLime', original: { value: 'VH' } },
    // Milliequivalents of a saturated paste, and not per cent.
    CA_SAT: { code: 'CA_SAT' },
  });
  expect(values.EX__LIME).not.toHaveProperty('value');
  expect(values).not.toHaveProperty('P2');
});

it('refuses results of plants', async () => {
  expect(await refusalOf(readFiles({ 'leaves.csv': soilSample('sample1.csv') }))).toMatchObject({ key: 'notSoil' });
});

it('reads positions and units within headings', async () => {
  const reading = await readFiles({ 'wide.csv': soilSample('anonymized_washi_subset_wide.csv') });
  const samples = reading.events.flatMap((event) => event.samples);
  expect(samples).toHaveLength(30);
  expect(totalsOf(reading).pH).toEqual({ n: 30, sum: 199.4 });
  expect(samples.every(({ geometry }) => geometry?.type === 'Point' && geometry.coordinates[1] === 50)).toBe(true);
  const calcium = samples[0]?.results.filter(({ code }) => code === 'Ca');
  expect(calcium).toMatchObject([
    { value: 1322.574, original: { value: '6.6', unit: 'cmolc.kg' } },
    { value: 1320, original: { value: '1320', unit: 'mg.kg' } },
  ]);
});

it('reads a workbook with rows of units and of comments, whose units name the extract', async () => {
  const reading = await readFiles({ 'book.xlsx': soilSample('SO2223-430.xlsx') });
  expect(reading.events).toMatchObject([{ date: '2022-07-08', files: ['lab.zip/book.xlsx'], samples: { length: 21 } }]);
  expect(totalsOf(reading)).toMatchObject({
    pH: { n: 21, sum: 134.87 },
    Ca: { n: 21, sum: 13438.5403 },
    K: { n: 21, sum: 1530.5822 },
    P: { n: 21, sum: 1486.30185 },
  });
  expect(reading.events[0]?.samples[0]?.results[3]).toMatchObject({ code: 'Ca', method: 'mehlich1', unit: 'mg/kg' });
});

it('keeps two sheets of one workbook apart that have one property, and takes no name of a sheet for a laboratory', async () => {
  const reading = await readFiles({ 'book.xlsx': soilSample('fixing-soil-health-2022_sourcedata.xlsx') });
  expect(reading.events).toMatchObject([
    { date: '2022-07-13', samples: { length: 375 } },
    { date: '2022-07-13', samples: { length: 513 } },
  ]);
  expect(reading.events.every(({ lab }) => lab === undefined)).toBe(true);
  expect(totalsOf({ ...reading, events: reading.events.slice(0, 1) }).TC).toEqual({ n: 375, sum: 1018.667 });
});
