import { expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { piecesOfArcs, waterSums } from '../../../domain/irrigation/depth-map.ts';
import type { StoredFieldIrrigation } from '../../../domain/irrigation/irrigation.ts';
import { irrigationUnits } from '../../../domain/irrigation/irrigation-units.ts';
import { seasonOf } from '../../../domain/irrigation/season.ts';
import { seasonChart } from '../../../domain/irrigation/season-chart.ts';

const overlay = await geosOverlay(() => import('geos-wasm'));
const centre: [number, number] = [-93.6, 42];
const circleHectares = (Math.PI * 400 ** 2) / 10_000;

/** The water of a field on a date: an arc of a pivot. */
function day(date: string, from: number, width: number, depthMillimetres: number): StoredFieldIrrigation {
  const pieces = piecesOfArcs({ centre, radiusMetres: 400 }, [{ from, width, depthMillimetres }]);
  const sums = waterSums(pieces);
  const outline = pieces[0]?.geometry;
  if (!sums || !outline) throw new Error('nothing is watered');
  const record = { id: `${date} ${from}`, date, sums, outline };
  return record as unknown as StoredFieldIrrigation;
}

test('means divide by the whole arc, not by what was watered on a day', () => {
  const season = seasonOf([day('2026-06-01', 0, 180, 10), day('2026-06-02', 180, 180, 10)], '2026-06-01', overlay);
  expect(season.arcHectares / circleHectares).toBeCloseTo(1, 3);
  expect(season.days.map(({ depthMillimetres }) => depthMillimetres)).toEqual([
    expect.closeTo(5, 2),
    expect.closeTo(5, 2),
  ]);
  expect(season.depthMillimetres).toBeCloseTo(10, 2);
  expect(season.volumeLitres / (circleHectares * 100_000)).toBeCloseTo(1, 3);
});

test('ground that was watered before the span belongs to the arc, its water does not count', () => {
  const season = seasonOf([day('2026-05-31', 0, 270, 10), day('2026-06-01', 0, 90, 12)], '2026-06-01', overlay);
  expect(season.days).toHaveLength(1);
  expect(season.arcHectares / circleHectares).toBeCloseTo(0.75, 3);
  expect(season.depthMillimetres).toBeCloseTo(4, 2);
});

test('water of two providers on one date is one day', () => {
  const season = seasonOf([day('2026-06-01', 0, 90, 10), day('2026-06-01', 90, 90, 10)], '2026-06-01', overlay);
  expect(season.days).toMatchObject([{ date: '2026-06-01', ids: ['2026-06-01 0', '2026-06-01 90'] }]);
  expect(season.depthMillimetres).toBeCloseTo(10, 2);
});

test('the arc of a year of turns that begin anywhere is a circle', () => {
  const dates = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)));
  const records = dates.map((date, index) => day(date.toISOString().slice(0, 10), (index * 97.3) % 360, 195.7, 8));
  const season = seasonOf(records, '2026-01-01', overlay);
  expect(season.arcHectares / circleHectares).toBeCloseTo(1, 3);
  expect(season.depthMillimetres / ((366 * 8 * 195.7) / 360)).toBeCloseTo(1, 3);
});

test('a chart has a bar for each day, the sum, and says both', () => {
  const season = seasonOf([day('2026-06-01', 0, 180, 25.4), day('2026-06-08', 180, 180, 25.4)], '2026-06-01', overlay);
  const span = { firstDate: '2026-05-15', lastDate: '2026-06-30' };
  const chart = seasonChart(season, span, irrigationUnits('IMPERIAL'));
  expect(chart.match(/<rect x/g)).toHaveLength(2);
  expect(chart).toMatch(
    /<desc id="season-desc">Water on 2 days, 1 in in all over the whole arc of 124\.\d+ ac\. Most on one day: 0\.5 in\.</,
  );
  const none = seasonChart(seasonOf([], '2026-06-01', overlay), span, irrigationUnits('METRIC'));
  expect(none).toContain('<desc id="season-desc">No water in this time.</desc>');
  expect(none).not.toMatch(/NaN|undefined/);
});
