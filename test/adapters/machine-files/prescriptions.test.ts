import { describe, expect, test } from 'vitest';
import { exported, geoJsonOf, type WrittenFeature } from './exported-features.ts';
import { zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';

/** Strips of ground, each with its rate. */
function strips(rates: number[], more: WrittenFeature['properties'] = {}): WrittenFeature[] {
  return rates.map((rate, index) => {
    const [west, east] = [10 + index / 1000, 10 + (index + 1) / 1000];
    const ring = [
      [west, 50],
      [east, 50],
      [east, 50.002],
      [west, 50.002],
      [west, 50],
    ];
    return { geometry: { type: 'Polygon', coordinates: [ring] }, properties: { rate, ...more } };
  });
}

const planned = strips([120, 1234.5, 180], { unit: 'kg/ha', Product: 'Urea' });
const said = 'rates that a machine is to apply ("rate" from 120 to 1,234.5 kg/ha for "Urea" on 3 polygons).';

async function problemsOf(name: string, content: string | Uint8Array) {
  const { processed } = await only(name, content);
  expect(processed.status).toBe('failed');
  return processed.problems;
}

describe('a prescription is no work, and is told so with its numbers', () => {
  test.each(['ESRI Shapefile', 'GPKG', 'FlatGeobuf'] as const)('in %s', async (driver) => {
    const problems = await problemsOf('rx.zip', zipOf(await exported(driver, 'rx', planned)));
    expect(problems).toMatchObject([{ code: 'prescription', severity: 'error' }]);
    expect(problems[0]?.message).toContain(said);
    expect(problems[0]?.hint).toContain('copy it to the display');
  });

  test('in GeoJSON', async () => {
    expect((await problemsOf('rx.geojson', geoJsonOf(planned)))[0]?.message).toContain(said);
  });

  test('with several rates, some without a number', async () => {
    const features = strips([5, 5], { Rate2: 7, Rate3: null, Rate4: 1, rate5: 3 });
    const [problem] = await problemsOf('rx.geojson', geoJsonOf(features));
    expect(problem?.message).toContain('("Rate2" of 7, "Rate4" of 1, "rate" of 5 and 1 more on 2 polygons)');
  });

  test('with the unit in the name of the column', async () => {
    const features = strips([1]).map((one) => ({ ...one, properties: { 'Rate (lb/ac)': 90 } }));
    const [problem] = await problemsOf('rx.geojson', geoJsonOf(features));
    expect(problem?.message).toContain('("Rate (lb/ac)" of 90 lb/ac on 1 polygon)');
  });

  test('in task data', async () => {
    const [problem] = await problemsOf('rx.zip', zipOf({ 'TASKDATA/TASKDATA.XML': plannedTask([12_000, 18_000]) }));
    expect(problem).toMatchObject({ code: 'prescription' });
    expect(problem?.message).toContain('("DDI 0006" from 120 to 180 kg/ha on 2 zones)');
  });

  test('but task data that plans nothing has no records', async () => {
    const [problem] = await problemsOf('rx.zip', zipOf({ 'TASKDATA/TASKDATA.XML': plannedTask([]) }));
    expect(problem).toMatchObject({ code: 'unreadable', message: expect.stringContaining('no time logs') });
  });
});

/** @param integers the mass of product in mg/m² of each zone (ISO 11783-11, DDI 6). */
function plannedTask(integers: number[]): string {
  const zones = integers.map((integer, index) => {
    const points = [
      [50, 10 + index / 100],
      [50, 10.005 + index / 100],
      [50.005, 10 + index / 100],
    ].map(([lat, lon]) => `<PNT A="2" C="${lat}" D="${lon}"/>`);
    const outline = `<PLN A="2"><LSG A="1">${points.join('')}</LSG></PLN>`;
    return `<TZN A="${index + 1}"><PDV A="0006" B="${integer}"/>${outline}</TZN>`;
  });
  return `<?xml version="1.0"?><ISO11783_TaskData VersionMajor="3" VersionMinor="0" DataTransferOrigin="1"><TSK A="TSK1" G="1">${zones.join('')}</TSK></ISO11783_TaskData>`;
}
