import { expect, test } from 'vitest';
import { only, pointsOf } from './only-set.ts';

/** Two combines side by side, 80 m apart, a record each in every second; A yields 9 t/ha and B 8. */
function twoCombines(withMachine: boolean, offsetSeconds = 0): string {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const [machine, record] = [index % 2, Math.floor(index / 2)];
    const time = new Date(Date.UTC(2024, 9, 1, 15, 0, record) + machine * offsetSeconds * 1000).toISOString();
    const position = `${-93.618 + machine * 0.001},${(42.021 + record * 1.8e-5).toFixed(6)},${time}`;
    const name = withMachine ? `,${'AB'[machine]}` : '';
    return `${position}${name},10,17,${9 - machine},Corn`;
  });
  const header = `Longitude,Latitude,IsoTime${withMachine ? ',Machine' : ''},Swath Width(m),Moisture(%),Yield Mass(tonne/ha),Crop`;
  return [header, ...rows, ''].join('\n');
}

test.each([
  ['by a column that names them', true, 0],
  ['by their places', false, 0],
  ['by their places, where they record at other moments', false, 0.4],
])('two combines in one table without distances are told apart %s', async (_, withMachine, offset) => {
  const set = await only('a.csv', twoCombines(withMachine, offset));
  expect(set.processed.problems).toEqual([]);
  const points = pointsOf(set);
  expect(points).toHaveLength(200);
  for (const yields of [9, 8]) {
    const own = points.filter(({ wetMassPerArea }) => wetMassPerArea === yields);
    expect(own).toHaveLength(100);
    for (const { area, speed, heading } of own) {
      expect(area).toBeCloseTo(20, 0);
      if (speed != null) expect(speed).toBeCloseTo(2, 1);
      expect(heading).toBeCloseTo(0, 3);
    }
  }
  expect(set.processed.areaSquareMetres).toBeCloseTo(4000, -1);
  if (withMachine) expect(points[0]).toMatchObject({ machinery: [expect.stringMatching(/^[AB]$/)] });
});
