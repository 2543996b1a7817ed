import { describe, expect, test } from 'vitest';
import { writeShapefile } from '../../../local/demo/write-shapefile.ts';
import { harvestCsv, zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';

describe('Ag Leader text', () => {
  const line = (record: number, header = 33) =>
    `${-93.5 + record * 1e-5},42,10,${1_400_000_000 + record * 2},2,120,240,15,${header},1,"123","North","Load 1","Corn",300`;
  const text = [...Array.from({ length: 20 }, (_, record) => line(record)), line(20, 34)].join('\n');

  test('is flow times time, in pounds, without records with the header up', async () => {
    const { processed } = await only('harvest.txt', text);
    expect(processed.pointCounts).toEqual({ read: 21, kept: 20, dropped: { recordingStatus: 1 } });
    // 20 records of 10 lb/s for 2 s; 120 by 240 inches are 200 square feet.
    expect(processed.summary?.properties).toMatchObject({
      crop: ['corn'],
      totalWetMass: { value: 400, unit: 'lb' },
      totalArea: { value: expect.closeTo(20 * 200 * 0.3048 ** 2, 4), unit: 'm2' },
      originalOperationData: { originalOperationField: 'North' },
    });
  });

  test('may have a header with the names of its columns, and has the same units', async () => {
    const names =
      'Longitude,Latitude,Flow,GPS Time,Interval,Distance,Swath,Moisture,Header,Pass,Serial,Field,Load,Grain,Elevation';
    const { processed } = await only('harvest.csv', `${names}\n${text}`);
    expect(processed).toMatchObject({ status: 'processed', pointCounts: { read: 21, kept: 20 } });
    expect(processed.summary?.properties.totalWetMass).toEqual({ value: 400, unit: 'lb' });
  });

  test.each(['97121421213647360', '-1', 'noon'])('leaves out a record with the invalid time %s', async (time) => {
    const { processed } = await only('harvest.txt', text.replace('1400000010', time));
    expect(processed).toMatchObject({ status: 'processed', pointCounts: { kept: 19, dropped: { timestamp: 1 } } });
  });
});

describe('a text table', () => {
  test('keeps its other lines when one is damaged', async () => {
    const lines = harvestCsv().split('\n');
    lines[10] = 'lost, in, transfer';
    const { processed } = await only('a.csv', lines.join('\n'));
    expect(processed.pointCounts).toMatchObject({ kept: 99 });
  });

  test.each([
    ['METRIC', 'ha', 't/ha', 5],
    ['IMPERIAL', 'ac', 'lb/ac', 4460.895],
  ] as const)('comes in the units of %s', async (unitMeasurement, area, yields, wetMassPerArea) => {
    const set = await only('a.csv', harvestCsv(), { unitMeasurement });
    expect(set.processed.units).toMatchObject({ area, wetMassPerArea: yields });
    expect(pointsOf(set)[0]?.wetMassPerArea).toBeCloseTo(wetMassPerArea, 2);
    // Both have 100 records of 20 m2 at 5 t/ha.
    const total = set.processed.summary?.properties.totalWetMass as { value: number };
    expect(total.value * (unitMeasurement === 'METRIC' ? 1 : 0.00045359237)).toBeCloseTo(1, 6);
  });

  test('reports the yield of each variety', async () => {
    const [header, ...lines] = harvestCsv().split('\n');
    const rows = lines.filter(Boolean).map((line, index) => `${line},${index < 75 ? 'Early' : 'Late'}`);
    const { processed } = await only('a.csv', [`${header},Variety`, ...rows].join('\n'));
    expect(processed.summary?.properties.varieties).toMatchObject([
      {
        name: 'Early',
        area: { value: 1500, unit: 'm2' },
        harvestMoisture: { avg: 14, min: 14, max: 14, unit: 'percentage' },
        wetMass: { value: 0.75, unit: 't' },
        wetMassPerArea: { value: 5, unit: 't/ha' },
      },
      { name: 'Late', area: { value: 500 } },
    ]);
  });

  test('names the required properties that it lacks', async () => {
    const { processed } = await only('a.csv', harvestCsv({ crop: '' }));
    expect(processed).toMatchObject({ status: 'failed', steps: { standardGeojson: { status: 'failed' } } });
    expect(processed.problems).toMatchObject([{ message: 'missing required properties: crop' }]);
  });
});

describe('GeoJSON', () => {
  const feature = (record: number, properties: object = {}) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-93.5, 42 + record * 2e-5, 300] },
    properties: {
      IsoTime: `2024-05-01T12:00:${String(record).padStart(2, '0')}Z`,
      SeedRate: 32_000,
      Crop: 'Corn',
      'Distance(m)': 2,
      'Width(m)': 6,
      'Elevation(m)': 300,
      ...properties,
    },
  });

  test('becomes points by the names of their properties', async () => {
    const features = [...Array.from({ length: 30 }, (_, record) => feature(record)), feature(31, { Crop: null })];
    const set = await only('points.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    expect(set.processed).toMatchObject({
      operationType: 'planted',
      pointCounts: { read: 31, kept: 30, dropped: { crop: 1 } },
    });
    expect(pointsOf(set)[0]).toMatchObject({ seedRate: 32_000, crop: 'corn', area: 12 });
  });

  test.each([
    ['with shapes instead of points', { type: 'FeatureCollection', features: [{ ...feature(0), geometry: null }] }],
    ['that is cut off', '{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point"'],
    ['without features', { type: 'FeatureCollection', features: [] }],
  ])('%s is answered with a problem', async (_, content) => {
    const { processed } = await only('a.geojson', typeof content === 'string' ? content : JSON.stringify(content));
    expect(processed.status).toBe('failed');
    expect(processed.problems[0]?.message).toMatch(/\w/);
  });
});

describe('a shapefile of the John Deere Operations Center', () => {
  const swath = (record: number) => {
    const [west, south] = [-93.5, 42 + record * 1e-4];
    const ring: [number, number][] = [
      [west, south],
      [west, south + 1e-4],
      [west + 1e-4, south + 1e-4],
      [west + 1e-4, south],
      [west, south],
    ];
    const attributes = {
      DISTANCE: '30',
      SWATHWIDTH: '20',
      AppliedRat: '10',
      IsoTime: `2024-05-01T12:00:${String(record).padStart(2, '0')}.000Z`,
      Heading: '0',
      Elevation: '900',
    };
    return { rings: [ring], attributes };
  };
  const metadata = (agentUnit: string) => ({
    Operation: 'Application',
    FieldName: 'North',
    DataAttributes: [
      { Name: 'DISTANCE', Unit: 'ft' },
      { Name: 'SWATHWIDTH', Unit: 'ft' },
      { Name: 'AppliedRate', Unit: 'gal1ac-1' },
      { Name: 'Elevation', Unit: 'ft' },
    ],
    Product: {
      ProductName: 'Mix',
      TankMix: true,
      Rate: { Value: 10, Unit: 'gal1ac-1' },
      Components: [
        { Name: 'Water', Carrier: true, Rate: { Value: 9, Unit: 'gal1ac-1' } },
        { Name: 'Agent', Rate: { Value: 20, Unit: agentUnit } },
      ],
    },
  });
  const parts = writeShapefile(Array.from({ length: 30 }, (_, record) => swath(record)));
  const named = Object.entries(parts).map(([extension, bytes]) => [`doc/North.${extension}`, bytes] as const);
  const deereMix = (agentUnit: string) =>
    zipOf({ ...Object.fromEntries(named), 'doc/North-Deere-Metadata.json': JSON.stringify(metadata(agentUnit)) });

  test('becomes points in the middle of its swaths, with the shares of the tank mix', async () => {
    const set = await only('deere.zip', deereMix('floz1ac-1'));
    expect(set.processed).toMatchObject({ status: 'processed', operationType: 'applied', pointCounts: { kept: 30 } });
    expect(pointsOf(set)[0]).toMatchObject({
      appliedRate: 10,
      tankMix: true,
      products: [
        { name: 'Water', rate: { value: 9, unit: 'gal/ac' } },
        { name: 'Agent', rate: { value: expect.closeTo(20, 6), unit: 'floz/ac' } },
      ],
    });
    const acres = (30 * 30 * 20) / 43_560;
    expect(set.processed.summary?.properties).toMatchObject({
      totalApplied: { value: expect.closeTo(10 * acres, 4), unit: 'gal' },
      products: [
        { name: 'Agent', type: 'Component', totalApplied: { value: expect.closeTo(20 * acres, 4), unit: 'floz' } },
        { name: 'Water', type: 'Carrier', totalApplied: { value: expect.closeTo(9 * acres, 4), unit: 'gal' } },
      ],
    });
  });

  test('has the parts of its mix in the requested units, by volume and by mass', async () => {
    const [litres, kilograms, acre] = [3.785411784, 0.45359237 / 16, 0.40468564224];
    const set = await only('deere.zip', deereMix('ozm1ac-1'), { unitMeasurement: 'METRIC' });
    const [water, agent] = [(9 * litres) / acre, (20 * kilograms) / acre];
    expect(pointsOf(set)[0]).toMatchObject({
      appliedRate: expect.closeTo((10 * litres) / acre, 5),
      products: [
        { name: 'Water', rate: { value: expect.closeTo(water, 6), unit: 'L/ha' } },
        { name: 'Agent', rate: { value: expect.closeTo(agent, 6), unit: 'kg/ha' } },
      ],
    });
    const hectares = ((30 * 30 * 20) / 43_560) * acre;
    expect(set.processed.summary?.properties.products).toMatchObject([
      {
        name: 'Agent',
        rate: { unit: 'kg/ha' },
        totalApplied: { value: expect.closeTo(agent * hectares, 4), unit: 'kg' },
      },
      {
        name: 'Water',
        rate: { unit: 'L/ha' },
        totalApplied: { value: expect.closeTo(water * hectares, 4), unit: 'L' },
      },
    ]);
  });
});
