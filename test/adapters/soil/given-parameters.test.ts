import { expect, test } from 'vitest';
import type { SoilReading } from '../../../domain/soil/soil-reading.ts';
import { readFiles } from './soil-samples.ts';

const resultsIn = ({ events }: SoilReading) =>
  events.flatMap(({ samples }) => samples).flatMap(({ results }) => results);
const messagesOf = ({ warnings }: SoilReading, key: string) =>
  warnings.filter((one) => one.key === key).map(({ message }) => message);

test('default units are used where the file names none, and only there', async () => {
  const table = 'Sample ID,Date,pH,P,K (ppm),OM\n1,2026-03-12,6.5,20,150,31\n';
  const reading = await readFiles({ 'lab.csv': table }, { defaultUnits: { P: 'ppm', K: 'lb/ac', OM: 'g/kg' } });
  expect(resultsIn(reading)).toMatchObject([
    { code: 'pH', value: 6.5 },
    { code: 'P', value: 20, unit: 'mg/kg' },
    { code: 'K', value: 150, unit: 'mg/kg' },
    { code: 'OM', value: 3.1, unit: '%' },
  ]);
  expect(resultsIn(reading)[1]?.original).not.toHaveProperty('unit');
  expect(messagesOf(reading, 'unitGiven')).toEqual([
    expect.stringMatching(/P \(ppm\)/),
    expect.stringMatching(/OM \(g\/kg\)/),
  ]);
});

test('a mapping says what columns are, before what their headings seem to say', async () => {
  const table = 'Spot,Top,End,Phos soil,MO,Remark,Wann\nA7,0,6,22,9,wet,2026-03-12\nB8,6,12,25,8,dry,2026-03-12\n';
  const reading = await readFiles(
    { 'field.csv': table },
    {
      columns: {
        spot: { role: 'sampleId' },
        Top: { role: 'depthTop', unit: 'in' },
        END: { role: 'depthBottom', unit: 'in' },
        'Phos  soil': { analyte: 'P', unit: 'mg/kg', method: 'olsen' },
        MO: { role: 'ignored' },
        Wann: { role: 'date' },
        Nowhere: { analyte: 'K' },
      },
    },
  );
  expect(reading.events).toMatchObject([
    {
      date: '2026-03-12',
      samples: [
        { id: 'A7', depth: { top: 0, bottom: 6, unit: 'in' }, results: [{ code: 'P', value: 22, method: 'olsen' }] },
        { id: 'B8', depth: { top: 6, bottom: 12, unit: 'in' }, results: [{ code: 'P', value: 25, method: 'olsen' }] },
      ],
    },
  ]);
  expect(messagesOf(reading, 'unusedColumn')).toEqual([expect.stringContaining('"Nowhere"')]);
  const { cells, results, metadata, warnings } = reading.account;
  expect([cells, results]).toEqual([21, 2]);
  expect(results + metadata + warnings).toBe(cells);
});

test('a mapping makes a table of one that nothing else would', async () => {
  const reading = await readFiles(
    { 'long.csv': 'Ort,Was,Menge,Wie\nA,säure,6.5,x\nA,phos,22,y\n' },
    { columns: { Ort: { role: 'sampleId' }, Was: { role: 'analyte' }, Menge: { role: 'value' } } },
  );
  expect(reading.events[0]?.samples).toMatchObject([
    { id: 'A', results: [{ original: { name: 'säure', value: '6.5' }, value: 6.5 }, { original: { name: 'phos' } }] },
  ]);
});

test('the laboratory is that of the file, or else the given one', async () => {
  const rows = 'Lab,Sample ID,Date,pH\nPrairie,1,2026-03-12,6.5\n,2,2026-03-12,6.6\n';
  const reading = await readFiles({ 'lab.csv': rows }, { lab: 'River' });
  expect(reading.events.map(({ lab }) => lab?.name)).toEqual(['Prairie', 'River']);
  expect(messagesOf(reading, 'labGiven')).toEqual([expect.stringContaining('"River"')]);
});

test('what cannot be is no number, what hardly can be is flagged, and both are named with column and row', async () => {
  const table = 'Sample ID,Date,pH,OM (%),CEC,P (ppm)\n1,2026-03-12,65,250,3000,-4\n2,2026-03-12,6.5,2.5,13,5000\n';
  const reading = await readFiles({ 'lab.csv': table });
  const [first, second] = reading.events[0]?.samples ?? [];
  expect(first?.results.map(({ code, value, flag }) => [code, value, flag])).toEqual([
    ['pH', undefined, 'impossible'],
    ['OM', undefined, 'impossible'],
    ['CEC', 3000, 'implausible'],
    ['P', undefined, 'impossible'],
  ]);
  expect(first?.results[0]?.original.value).toBe('65');
  expect(second?.results.map(({ value, flag }) => [value, flag])).toEqual([
    [6.5, undefined],
    [2.5, undefined],
    [13, undefined],
    [5000, 'implausible'],
  ]);
  expect(messagesOf(reading, 'impossible')).toEqual([
    expect.stringContaining('pH (0 to 14): 65 in column C, row 2'),
    expect.stringContaining('OM (0 to 100 %): 250 % in column D, row 2'),
    expect.stringContaining('P (0 to 1,000,000 mg/kg): -4 ppm in column F, row 2'),
  ]);
  expect(messagesOf(reading, 'implausible')).toEqual([
    expect.stringContaining('CEC: 3000 in column E, row 2'),
    expect.stringContaining('P: 5000 ppm in column F, row 3'),
  ]);
});

test('numbers are numbers where the analyte or the unit is not known', async () => {
  const table = [
    'Sample ID,Date,Analyte,Value,Unit',
    '1,2026-03-12,pH,6.5,',
    '1,2026-03-12,Gold,3,ppm',
    '1,2026-03-12,P,20,grains',
    '1,2026-03-12,K,<150,',
    '1,2026-03-12,Mg,VH,ppm',
  ].join('\n');
  const results = resultsIn(await readFiles({ 'lab.csv': table }));
  expect(results.map(({ code, value, unit, qualifier }) => [code, value, unit, qualifier])).toEqual([
    ['pH', 6.5, 'pH', undefined],
    ['Gold', 3, 'ppm', undefined],
    ['P', 20, 'grains', undefined],
    ['K', 150, undefined, '<'],
    ['Mg', undefined, undefined, undefined],
  ]);
});
