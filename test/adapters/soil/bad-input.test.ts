import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readFiles, readZip, refusalOf, soilSample, totalsOf } from './soil-samples.ts';

const keysOf = ({ warnings }: { warnings: { key: string }[] }) => warnings.map(({ key }) => key);
const modus = soilSample('lab-modus.xml').toString();
const header = 'Sample ID,Date,pH,P (ppm)\n';

const refused: [what: string, zip: () => Uint8Array, key: string][] = [
  ['something that is no zip', () => Buffer.from(modus), 'notZip'],
  ['an empty zip', () => zipSync({}), 'archiveEmpty'],
  ['a zip with only a PDF', () => zipSync({ 'report.pdf': Buffer.from('%PDF-1.7 …') }), 'pdf'],
  ['a zip that is cut off', () => zipSync({ 'a.xml': Buffer.from(modus) }).subarray(0, 900), 'archiveDamaged'],
  ['a zip with a password', () => withPassword(zipSync({ 'a.xml': Buffer.from(modus) })), 'entryEncrypted'],
  ['a file that grows without end', () => zipSync({ 'a.csv': new Uint8Array(80 * 1024 ** 2) }), 'archiveBomb'],
  [
    'a document type',
    () => zipSync({ 'a.xml': Buffer.from(modus.replace('<Mod', '<!DOCTYPE a SYSTEM "b"><Mod')) }),
    'forbiddenXml',
  ],
  [
    'entities of entities',
    () => zipSync({ 'a.xml': Buffer.from(laughs + modus.slice(38).replace('7.0', '&b;')) }),
    'forbiddenXml',
  ],
  ['XML that ends in a tag', () => zipSync({ 'a.xml': Buffer.from(modus.slice(0, 3000)) }), 'malformedXml'],
  [
    'a report without results',
    () => zipSync({ 'a.xml': Buffer.from(modus.replaceAll(/<NutrientResult>.*/g, '')) }),
    'noSoilResults',
  ],
  ['a table of headings alone', () => zipSync({ 'a.csv': Buffer.from(header) }), 'noSoilResults'],
  [
    'a workbook of the older kind',
    () => zipSync({ 'a.xls': Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]) }),
    'oldWorkbook',
  ],
  ['a binary file of a maker', () => zipSync({ 'a.dat': Buffer.from([1, 2, 0, 0, 9, 200]) }), 'undescribedBinary'],
  [
    'other XML',
    () => zipSync({ 'a.xml': Buffer.from('<?xml version="1.0"?><SoilReport><pH>7</pH></SoilReport>') }),
    'unknownXml',
  ],
  ['text of no table', () => zipSync({ 'a.txt': Buffer.from('Dear grower,\nthank you.\n') }), 'noSoilResults'],
  ['a shapefile alone, without its table', () => zipSync({ 'a.shp': shapes }), 'missingShapefileMember'],
  ['more results than are read at once', () => zipSync({ 'a.csv': Buffer.from(rowsOf(70_000, 8)) }), 'tooManyResults'],
];

const laughs = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
const shapes = Buffer.from([0, 0, 0x27, 0x0a, ...Array<number>(96).fill(0)]);

/** Sets the mark of encryption in both headers of the only entry. */
function withPassword(zip: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip);
  bytes[6] = 1;
  const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes[directory + 8] = 1;
  return bytes;
}

function rowsOf(rows: number, columns: number): string {
  const codes = ['pH', 'P', 'K', 'Ca', 'Mg', 'Zn', 'OM', 'CEC'].slice(0, columns);
  const line = codes.map((_, index) => index + 5).join(',');
  return `Sample ID,Date,${codes.join(',')}\n${Array.from({ length: rows }, (_, row) => `${row},2024-05-01,${line}\n`).join('')}`;
}

for (const [what, zip, key] of refused) {
  it(`refuses ${what}`, async () => {
    const refusal = await refusalOf(readZip(zip()));
    expect(refusal.key).toBe(key);
    expect(refusal.message).toMatch(/\.$/);
  });
}

it('reads a hundred thousand rows', { timeout: 60_000 }, async () => {
  const reading = await readFiles({ 'a.csv': rowsOf(100_000, 2) });
  expect(totalsOf(reading)).toMatchObject({ pH: { n: 100_000, sum: 500_000 }, P: { n: 100_000 } });
});

it('reads a table of five hundred columns', async () => {
  const names = Array.from({ length: 496 }, (_, index) => `Channel ${index}`);
  const text = `Sample ID,Date,pH,OM,${names.join(',')}\n1,2024-05-01,6.5,3,${names.map((_, index) => index).join(',')}\n`;
  const reading = await readFiles({ 'a.csv': text });
  expect(reading.events[0]?.samples[0]?.results).toHaveLength(498);
  // Thirty names, and how many more there are.
  expect(keysOf(reading).filter((key) => key === 'unknownAnalyte')).toHaveLength(31);
});

it('takes a repeated header for no sample, and a row of units for units', async () => {
  const text = `Sample ID,Date,pH,P\n,,,ppm\n1,2024-05-01,6.5,20\nSample ID,Date,pH,P\n2,2024-05-01,7,30\n`;
  const reading = await readFiles({ 'a.csv': text });
  expect(reading.events[0]?.samples.map(({ id }) => id)).toEqual(['1', '2']);
  expect(reading.events[0]?.samples[0]?.results[1]).toMatchObject({
    value: 20,
    unit: 'mg/kg',
    original: { unit: 'ppm' },
  });
});

it('keeps both samples of one id, under two ids', async () => {
  const reading = await readFiles({ 'a.csv': `${header}7,2024-05-01,6.5,20\n7,2024-05-01,7,30\n` });
  expect(reading.events[0]?.samples.map(({ id }) => id)).toEqual(['7', '7 (2)']);
  expect(keysOf(reading)).toContain('repeatedSampleId');
});

it('takes places at 0, 0, outside of the globe, and in the sea far from all others away', async () => {
  const places = ['-86.1,40.9', '-86.2,40.9', '-86.1,40.8', '0,0', '-30.5,40.9', '-86.1,400'];
  const rows = places.map((place, index) => `${index},2024-05-01,6.5,${place}\n`);
  const reading = await readFiles({ 'a.csv': `Sample ID,Date,pH,Longitude,Latitude\n${rows.join('')}` });
  const known = reading.events[0]?.samples.map(({ geometry }) => geometry !== null);
  expect(known).toEqual([true, true, true, false, false, false]);
  expect(keysOf(reading).filter((key) => key === 'notOnLand')).toHaveLength(3);
});

it('takes marks for missing values for none, and keeps what is below the limit of a measurement', async () => {
  const rows = '1,2024-05-01,NaN,<0.5\n2,2024-05-01,-9999,trace\n3,2024-05-01,1E+38,\n4,2024-05-01,6.1,4\n';
  const reading = await readFiles({ 'a.csv': header + rows });
  const results = reading.events[0]?.samples.map((sample) =>
    sample.results.map(({ code, value, qualifier }) => [code, value, qualifier]),
  );
  expect(results).toEqual([
    [['P', 0.5, '<']],
    [['P', undefined, undefined]],
    [
      ['pH', 6.1, undefined],
      ['P', 4, undefined],
    ],
  ]);
  expect(reading.warnings.find(({ key }) => key === 'noValue')?.message).toContain('3 results of pH');
});

it('reads decimal commas, semicolons, Latin 1 and German headings', async () => {
  const text = 'Probe;Datum;Schlag;pH;P (mg/kg)\n1;03.04.2024;Großacker;6,5;12,25\n2;03.04.2024;Großacker;6;1.250,5\n';
  const reading = await readFiles({ 'a.csv': Buffer.from(text, 'latin1') });
  expect(reading.events).toMatchObject([{ date: '2024-04-03', field: 'Großacker' }]);
  const [first, second] = reading.events[0]?.samples ?? [];
  expect(first?.results.map(({ value }) => value)).toEqual([6.5, 12.25]);
  expect(second?.results.map(({ value }) => value)).toEqual([6, 1250.5]);
  expect(keysOf(reading)).toContain('assumedEncoding');
});

it('reads a table with one row for each result, and makes events by day and field', async () => {
  const rows = [
    '1,2024-05-01,North,pH,6.5,,',
    '1,2024-05-01,North,P,20,ppm,Mehlich 3',
    '2,2024-05-02,South,P,40,lb/ac,Bray P1',
  ];
  const text = `Sample,Date,Field,Analyte,Result,Units,Method,Depth (in)\n${rows.map((row) => `${row},0-6\n`).join('')}`;
  const reading = await readFiles({ 'a.csv': text });
  expect(reading.events).toMatchObject([
    {
      date: '2024-05-01',
      field: 'North',
      samples: [{ results: [{ code: 'pH' }, { code: 'P', value: 20, method: 'mehlich3' }] }],
    },
    { date: '2024-05-02', field: 'South', samples: [{ results: [{ code: 'P', method: 'bray1' }] }] },
  ]);
  // 6 inches weigh 1,800,000 lb/ac.
  expect(reading.events[1]?.samples[0]?.results[0]?.value).toBeCloseTo(22.2222, 4);
  expect(keysOf(reading)).toContain('convertedByDepth');
});

it('warns of values that only a wrong unit explains', async () => {
  const reading = await readFiles({ 'a.csv': 'Sample ID,Date,pH,TC (ppm)\n1,2024-05-01,6.5,3.55\n' });
  expect(reading.warnings.find(({ key }) => key === 'implausible')?.message).toContain('TC: 3.55 ppm in column');
});

it('warns of dates with two meanings unless the file decides', async () => {
  const read = async (...dates: string[]) => {
    const rows = dates.map((date, index) => `${index},${date},6.5,20\n`).join('');
    const reading = await readFiles({ 'a.csv': header + rows });
    return { dates: reading.events.map(({ date }) => date), keys: keysOf(reading) };
  };
  expect(await read('3/4/2024')).toMatchObject({
    dates: ['2024-03-04'],
    keys: expect.arrayContaining(['ambiguousDate']),
  });
  const decided = await read('3/4/2024', '16/4/2024');
  expect(decided.dates).toEqual(['2024-04-03', '2024-04-16']);
  expect(decided.keys).not.toContain('ambiguousDate');
  expect((await read('3/4/2024', '2024-04-05')).dates).toEqual(['2024-04-03', '2024-04-05']);
  expect((await read('31/2/2024')).keys).toContain('unreadableDate');
});
