import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { only, pointsOf } from './only-set.ts';

type Values = Record<string, string | number | ((row: number) => string | number)>;

/** A machine that goes 2 m a second and 10 m wide in passes of 25 s: 100 records of 20 m², 0.2 ha at 10° E and 50° N. */
function table(columns: Values, delimiter = ',', decimal = '.'): string {
  const position: Values = {
    Longitude: (row) => (10 + (Math.floor(row / 25) * 10) / 71_400).toFixed(8),
    Latitude: (row) => (50 + ((row % 25) * 2) / 111_230).toFixed(8),
  };
  const all = Object.entries('Länge' in columns ? columns : { ...position, ...columns });
  const rows = Array.from({ length: 100 }, (_, row) =>
    all.map(([, value]) => {
      const written = typeof value === 'function' ? value(row) : value;
      return String(written).replace(/^(-?\d+)\.(\d+)$/, `$1${decimal}$2`);
    }),
  );
  return [all.map(([name]) => name), ...rows, []].map((line) => line.join(delimiter)).join('\n');
}

const iso = (row: number) => new Date(Date.UTC(2024, 7, 1, 12, 0, row)).toISOString();
const work = { IsoTime: iso, 'Distance(m)': 2, 'Swath Width(m)': 10 };
const harvest = { ...work, 'Moisture(%)': 14 };

async function tonnes(columns: Values, settings: Partial<Settings> = {}, delimiter = ',', decimal = '.') {
  const set = await only('a.csv', table(columns, delimiter, decimal), { unitMeasurement: 'METRIC', ...settings });
  const points = pointsOf(set);
  expect(points).toHaveLength(100);
  const total = points.reduce((sum, { wetMass }) => sum + Number(wetMass), 0);
  return { total, set, first: points[0] };
}

// The tonnes of 0.2 ha, by hand: kilograms of a unit × value × 0.2 / hectares of its ground / 1,000.
test.each<[unit: string, value: number, crop: string, total: number]>([
  ['dt/ha', 50, 'wheat', 1],
  ['q/ha', 50, 'wheat', 1],
  ['tn/ha', 5, 'wheat', 1],
  ['tn/ac', 2, 'wheat', 0.896_679],
  ['cwt/ac', 44, 'wheat', 0.986_347],
  ['sc/ha', 100, 'soja', 1.2],
  ['sc/ha', 100, 'arroz', 1],
  ['bu/ac', 100, 'popcorn', 1.255_354],
  ['bu/ac', 60, 'durum wheat', 0.807_013],
  ['bu/ac', 50, 'sunflowers', 0.336_255],
  ['bu/ac', 5, 'alfalfa', 0.067_251],
  ['hl/ha', 60, 'wheat', 0.926_774],
])('%s: %d of %s are %d t', async (unit, value, crop, total) => {
  const found = await tonnes({ ...harvest, [`Yield(${unit})`]: value, Crop: crop });
  expect(found.total).toBeCloseTo(total, 5);
  expect(found.set.processed.units).toMatchObject({ wetMass: 't', wetMassPerArea: 't/ha' });
});

describe('bales', () => {
  const bales = { ...harvest, 'Yield(bales/ac)': 3, Crop: 'upland cotton' };

  test('weigh what the setting says', async () => {
    const { total, set } = await tonnes(bales, { unitWeights: { bale: 226.8 } });
    expect(total).toBeCloseTo(0.336_261, 5);
    expect(set.processed.problems).toEqual([]);
  });

  test('are left out without it, by a problem that names the setting', async () => {
    const { processed, made } = await only('a.csv', table(bales), { outOfStandardOperations: true });
    expect(processed.problems[0]).toMatchObject({
      code: 'unweighedUnits',
      message: expect.stringContaining('"Yield(bales/ac)" in bales/ac needs the setting unitWeights.bale'),
    });
    expect(String(made.standardGeojson)).not.toContain('"wetMass"');
  });
});

const german = { Datum: iso, 'Strecke (m)': 2, 'Arbeitsbreite (m)': 10, 'Feuchte (%)': 14, Fruchtart: 'Weizen' };

test.each<[language: string, columns: Values]>([
  ['German', { ...german, 'Ertrag (dt/ha)': 50.5 }],
  [
    'German, with a position in German',
    { ...german, Länge: 10.5, Breite: (row) => 50 + row / 55_000, 'Ertrag (t/ha)': 5.05 },
  ],
  [
    'French',
    {
      Horodatage: iso,
      'Distance (m)': 2,
      'Largeur de travail (m)': 10,
      'Humidité (%)': 14,
      Culture: 'blé',
      'Rendement (q/ha)': 50.5,
    },
  ],
  [
    'Spanish',
    {
      FechaHora: iso,
      'Distancia (m)': 2,
      'Ancho de trabajo (m)': 10,
      'Humedad (%)': 14,
      Cultivo: 'trigo',
      'Rendimiento (t/ha)': 5.05,
    },
  ],
  [
    'Portuguese',
    {
      DataHora: iso,
      'Distância (m)': 2,
      'Largura (m)': 10,
      'Umidade (%)': 14,
      Cultura: 'trigo',
      'Produtividade (t/ha)': 5.05,
    },
  ],
])('a harvest in %s with decimal commas is read whole', async (_language, columns) => {
  const { total, set, first } = await tonnes(columns, {}, ';', ',');
  expect(set.processed.problems).toEqual([]);
  expect(total).toBeCloseTo(1.01, 5);
  expect(first).toMatchObject({ harvestMoisture: 14, crop: 'wheat', equipmentWidth: 10 });
});

test.each<[header: string, value: number, property: string, shown: number]>([
  ['Dose (L/ha)', 150, 'appliedRate', 150],
  ['Dosis (kg/ha)', 200, 'appliedRate', 0.2],
  ['Aufwandmenge (l/ha)', 200, 'appliedRate', 200],
  ['Volume de calda (L/ha)', 100, 'appliedRate', 100],
  ['Applied Rate(gpa)', 10, 'appliedRate', 93.5396],
  ['Applied Rate(m3/ha)', 20, 'appliedRate', 20_000],
  ['Population (kseeds/ha)', 80, 'seedRate', 80_000],
  ['Densidad de siembra (semillas/ha)', 80_000, 'seedRate', 80_000],
])('%s of %d is %s', async (header, value, property, shown) => {
  const set = await only('a.csv', table({ ...work, [header]: value, Product: 'Agent', Crop: 'corn' }), {
    unitMeasurement: 'METRIC',
  });
  expect(set.processed.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(pointsOf(set)[0]?.[property]).toBeCloseTo(shown, 3);
});

describe('a header with several meanings', () => {
  test('is left out with both of them', async () => {
    const set = await only('a.csv', table({ ...work, Producto: 'Agente', 'Dose (L/ha)': 150, 'Taxa (L/ha)': 140 }));
    expect(set.processed.problems).toContainEqual(
      expect.objectContaining({
        code: 'ambiguousColumns',
        severity: 'warning',
        message: expect.stringContaining('"Taxa (L/ha)" may be appliedRate or appliedRateTarget'),
      }),
    );
    expect(pointsOf(set)[0]).toMatchObject({ appliedRate: 150 });
    expect(pointsOf(set)[0]).not.toHaveProperty('appliedRateTarget');
  });

  test('is named where nothing else says which work it was', async () => {
    const { processed } = await only('a.csv', table({ ...work, 'Taxa (L/ha)': 140 }));
    expect(processed.status).toBe('failed');
    expect(JSON.stringify(processed.problems)).toMatch(
      /Taxa \(L\/ha\).{0,3} may be .*appliedRate or appliedRateTarget/,
    );
  });
});

describe('times as numbers', () => {
  const second = (row: number) => Date.UTC(2024, 7, 1, 12, 0, row) / 1000;
  const { IsoTime: _, ...rest } = harvest;
  const yields = { ...rest, 'Yield(t/ha)': 5, Crop: 'wheat' };
  const startOf = async (columns: Values) => (await only('a.csv', table({ ...yields, ...columns }))).processed;

  test.each<[string, Values, start: string]>([
    ['seconds since 1970', { Timestamp: second }, '2024-08-01T12:00:00.000Z'],
    ['milliseconds since 1970', { 'Timestamp(ms)': (row) => second(row) * 1000 }, '2024-08-01T12:00:00.000Z'],
    // 1 August 2024 is day 45,505 of Excel; in Germany it is two hours ahead of UTC.
    ['days of Excel', { DateTime: (row) => 45_505.5 + (row + 0.1) / 86_400 }, '2024-08-01T10:00:00.100Z'],
    [
      'days and parts of a day of Excel',
      { Date: 45_505, Time: (row) => (0.5 + (row + 0.1) / 86_400).toFixed(10) },
      '2024-08-01T10:00:00.100Z',
    ],
  ])('are %s', async (_called, columns, start) => {
    const processed = await startOf(columns);
    expect(processed.startTime?.slice(0, 21)).toBe(start.slice(0, 21));
  });

  test.each<[string, Values]>([
    ['hours, minutes and seconds in one number', { Time: (row) => 43_000 + (row % 60) }],
    ['seconds of GPS, which are ten years from those of Unix', { GpsTime: second }],
    ['seconds since the start', { 'Time(s)': (row) => row }],
    ['days in one number', { Date: 20_240_801 }],
  ])('are none where they may be %s', async (_called, columns) => {
    expect((await startOf(columns)).startTime).toBeUndefined();
  });
});
