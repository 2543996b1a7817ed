import { expect, it } from 'vitest';
import { balanceOf } from './accounts.ts';
import { readFiles, refusalOf } from './soil-samples.ts';

/** Samples of a table: id, depth and results, each as code, method, value and unit. */
async function samplesOf(text: string): Promise<Record<string, string>> {
  const reading = await readFiles({ 'a.csv': text });
  expect(balanceOf(reading)).toBe(0);
  const samples = reading.events.flatMap((event) => event.samples);
  return Object.fromEntries(
    samples.map(({ id, depth, results }) => [
      depth ? `${id} ${depth.top}-${depth.bottom}` : id,
      results
        .map(
          ({ code, method, value, original }) =>
            `${code}${method ? `/${method}` : ''} ${value === undefined ? `"${original.value}" ${original.unit ?? ''}`.trim() : Number(value.toPrecision(3))}`,
        )
        .join(', '),
    ]),
  );
}

it('reads ppm beside lbs/ac, names above several columns, and units and methods below', async () => {
  const text = `Report No: 4711,,,,,
Grower:,Smith,,Field:,Home,
,,,,,
Sample,Nitrate-N,,Phosphorus,,pH
,ppm,lbs/ac,Olsen,Bray P-1,
,,,ppm,ppm,
1,5,12,10,14,6.5
Average,5,12,10,14,6.5
`;
  expect(await samplesOf(text)).toEqual({ '1': 'NO3N 5, NO3N 12, P/olsen 10, P/bray1 14, pH 6.5' });
  const { events, warnings } = await readFiles({ 'a.csv': text });
  expect(events).toMatchObject([{ grower: 'Smith', field: 'Home', lab: { reportNumber: '4711' } }]);
  expect(warnings.find(({ key }) => key === 'rowOfNoSample')?.cells).toEqual({ count: 6, columns: 'A-F', rows: '8' });
});

it('gives columns the unit above them, and rows without an id the sample whose next depth they are', async () => {
  const text = `Lab No,Depth (in),,Exchangeable cations (meq/100g),,Base Saturation %,
,From,To,Ca,Mg,Ca,Mg
1,0,6,8.2,2.1,70,18
,6,24,7.9,2.2,71,19
`;
  expect(await samplesOf(text)).toEqual({
    '1 0-6': 'Ca 1640, Mg 255, BSCa 70, BSMg 18',
    '1 6-24': 'Ca 1580, Mg 267, BSCa 71, BSMg 19',
  });
});

it('reads tables beside one another, and joins two of the same samples', async () => {
  const beside = 'Sample ID,pH,P (ppm),,Sample ID,K (ppm)\n1,6.5,20,,1,200\n2,6.6,21,,2,210\n';
  const both = { '1': 'pH 6.5, P 20, K 200', '2': 'pH 6.6, P 21, K 210' };
  expect(await samplesOf(beside)).toEqual(both);
  const below = 'Sample ID,pH,P (ppm)\n1,6.5,20\n2,6.6,21\n\nCations\nSample ID,K (ppm)\n1,200\n2,210\n';
  expect(await samplesOf(below)).toEqual(both);
});

it('reads other units below the first ones for the rows below them', async () => {
  const text = 'Sample ID,Depth (in),P\n,,ppm\n1,0-6,20\n,,lb/ac\n2,0-6,36\n';
  expect(await samplesOf(text)).toEqual({ '1 0-6': 'P 20', '2 0-6': 'P 20' });
});

it('reads samples that are columns', async () => {
  const text = 'Laboratory:,Acme,,\nParameter,Unit,101,102\npH,,6.5,6.6\nPhosphorus (Olsen),mg/kg,20,21\n';
  expect(await samplesOf(text)).toEqual({ '101': 'pH 6.5, P/olsen 20', '102': 'pH 6.6, P/olsen 21' });
});

it('loses no cell of tables beside one another, or of samples that are columns, where one has no value', async () => {
  expect(await samplesOf('Parameter,Unit,101,102\npH,,,6.6\nP,mg/kg,20,21\nK,mg/kg,,\n')).toEqual({
    '101': 'P 20',
    '102': 'pH 6.6, P 21',
  });
  expect(await samplesOf('Sample ID,pH,,Sample ID,K (ppm)\n1,,,1,200\n2,6.6,,2,210\n')).toEqual({
    '1': 'K 200',
    '2': 'pH 6.6, K 210',
  });
});

const long: [heading: string, headings: string][] = [
  ['Measurement', 'Sample ID,Measurement,Value,Units'],
  ['Test', 'Sample No,Test,Result,Units'],
  ['Analysis', 'Sample,Analysis,Reported value,Unit of measure'],
  ['Variable', 'id,Variable,Reading,UOM'],
  ['Nutrient', 'Sample,Nutrient,Amount,Unit'],
  ['Determinación', 'Muestra,Determinación,Resultado,Unidad'],
  ['Parameter', 'Probennummer,Parameter,Messwert,Einheit'],
  ['Paramètre', 'N° échantillon,Paramètre,Résultat,Unité'],
  ['Parâmetro', 'Amostra,Parâmetro,Resultado,Unidade'],
  ['a heading that nobody knows', 'Sample ID,Substance,Figure,Unit'],
];
for (const [name, headings] of long) {
  it(`reads a row for each result below "${name}"`, async () => {
    const text = `${headings}\n1,pH,6.5,\n1,Olsen P,22,ppm\n1,MO,2.1,%\n2,pH,<4,\n2,Mo,0.3,mg/kg\n`;
    expect(await samplesOf(text)).toEqual({ '1': 'pH 6.5, P/olsen 22, OM 2.1', '2': 'pH 4, Mo 0.3' });
  });
}

it('reads reports of France, Spain, Brazil and Germany', async () => {
  const french = `N° échantillon;Date de prélèvement;Parcelle;Profondeur;pH eau;M.O. (%);P2O5 Olsen (mg/kg);CEC Metson (meq/100g);Argile (%)
12;25/03/2024;Les Champs;0-30 cm;7,1;2,3;45;12,5;22\n`;
  expect(await samplesOf(french)).toEqual({ '12 0-30': 'pH 7.1, OM 2.3, P/olsen 19.6, CEC 12.5, clay 22' });
  const spanish = `Muestra;Lote;Profundidad (cm);pH agua;Fósforo Bray (ppm);Potasio (cmolc/kg);C.E. (dS/m);CIC (cmolc/kg);Arena (%)
M1;Norte;0-20;6,2;18,5;0,45;0,3;18;35\n`;
  expect(await samplesOf(spanish)).toEqual({ 'M1 0-20': 'pH 6.2, P/bray1 18.5, K 176, EC 0.3, CEC 18, sand 35' });
  const brazilian = `Amostra;Talhão;Prof. (cm);pH CaCl2;M.O. (g/kg);P resina (mg/dm3);H+Al (mmolc/dm3);V%;Argila (g/kg)
1;T3;0-20;5,1;24;18;28;53;320\n`;
  // Volumes have no mass without the density of the soil.
  expect(await samplesOf(brazilian)).toEqual({
    '1 0-20': 'saltPH 5.1, OM 2.4, P/resin 18, acidity 28, BS 53, clay 32',
  });
  const german = `Proben-Nr.;Schlagbezeichnung;Entnahmetiefe (cm);Bodenart;pH (CaCl2);P2O5 (CAL) mg/100g;Kalium (mg K2O/100 g Boden);Humus (%)
4711;Am Berg;0-30;sL;6,4;18;22;2,4\n`;
  expect(await samplesOf(german)).toEqual({
    '4711 0-30': 'texture "sL", saltPH 6.4, P/calciumLactate 78.6, K 183, OM 2.4',
  });
});

it('reads a unit that stands beside the number, and keeps marks as text', async () => {
  expect(await samplesOf('Sample ID,P,K (ppm)\n1,20 ppm,150\n2,< 5 mg/kg,H\n3,ND,12*\n')).toEqual({
    '1': 'P 20, K 150',
    '2': 'P 5, K "H" ppm',
    '3': 'P "ND", K "12*" ppm',
  });
});

it('takes a number without the judgement behind it, and says which results are text alone', async () => {
  const text =
    'ID;Länge;Breite;pH;P (ppm);K (ppm)\n1;8,1;49,1;6,4 H;22 VL;160 m\n2;8,2;49,2;6,3;<1 low;5 of 7\n3;8,3;49,3;6,2;21;H\n';
  const reading = await readFiles({ 'a.csv': text });
  expect(await samplesOf(text)).toEqual({
    '1': 'pH 6.4, P 22, K 160',
    '2': 'pH 6.3, P 1, K "5 of 7" ppm',
    '3': 'pH 6.2, P 21, K "H" ppm',
  });
  expect(reading.events[0]?.samples[0]?.geometry).toEqual({ type: 'Point', coordinates: [8.1, 49.1] });
  expect(reading.warnings.filter(({ key }) => key === 'valueIsText').map(({ message }) => message)).toEqual([
    '1 result of K ("5 of 7") is no number and is kept as text alone.',
  ]);
});

it('leaves rows out that are no samples, and second columns that say otherwise', async () => {
  const text =
    'Sample ID,Field,Field,pH,P (ppm)\n1,North,South,6.5,20\nDetection limit,,,,1\nMittelwert,,,6.5,20\nPage 1 of 1,,,,\n';
  const reading = await readFiles({ 'a.csv': text });
  expect(reading.events).toMatchObject([{ field: 'North', samples: [{ id: '1' }] }]);
  expect(
    reading.warnings.flatMap(({ key, cells }) => (cells ? [`${key} ${cells.columns} ${cells.rows}`] : [])),
  ).toEqual(['columnTwice C 2', 'rowOfNoSample A, D-E 3-4', 'rowWithoutResults A 5']);
});

it('refuses logs of grain and of sensors in the ground', async () => {
  const grain = 'Date,Time,Latitude,Longitude,Protein,Moisture,Oil\n2024-07-01,10:00:01,40.1,-90.2,12.3,13.1,2.1\n';
  const sensors = 'Timestamp,Sensor ID,Depth (cm),Soil Moisture (%),EC (dS/m)\n2024-07-01 10:00:00,S1,10,22.3,0.2\n';
  expect(await refusalOf(readFiles({ 'grain.csv': grain }))).toMatchObject({ key: 'notSoil' });
  expect(await refusalOf(readFiles({ 'sensors.csv': sensors }))).toMatchObject({ key: 'notSoil' });
  // A laboratory measures the water of a sample.
  expect(await samplesOf('Sample ID,Moisture (%)\n1,12.5\n')).toEqual({ '1': 'moisture 12.5' });
});

it('reads umlauts of DOS', async () => {
  const text = 'Probe;Schlag;pH\n1;H\x81hner\x84cker;6,5\n';
  const reading = await readFiles({ 'a.csv': Buffer.from(text, 'latin1') });
  expect(reading.events).toMatchObject([{ field: 'Hühneräcker' }]);
});
