import { describe, expect, test } from 'vitest';
import { zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';

/** A monitor's table: 3 kg/s for 1 s on 2 m by 10 m, which are 1.5 kg/m2, under the given column names. */
function monitorCsv(names: { flow?: string; swath?: string; distance?: string; yields?: string; value?: number } = {}) {
  const { flow = 'Flow', swath = 'Swath', distance = 'Distance', yields, value = 15 } = names;
  const header = ['Longitude', 'Latitude', 'DateStamp', 'TimeStamp', 'Interval', distance, swath, 'Moisture', 'Crop'];
  const rows = Array.from({ length: 60 }, (_, index) => {
    const time = `14:03:${String(index).padStart(2, '0')}`;
    const position = ['15', (50 + index * 1.798e-5).toFixed(8)];
    return [
      ...position,
      index < 30 ? '27/11/2023' : '05/11/2023',
      time,
      1,
      2,
      10,
      14,
      'Corn',
      yields ? value : 3,
    ].join();
  });
  return [[...header, yields ?? flow].join(), ...rows].join('\n');
}

describe('a table of a yield monitor', () => {
  test.each([
    ['Flow(kg/s)', 'Swath(m)'],
    ['Flow kg/s', 'Swath_m'],
    ['Mass Flow [kg/s]', 'Swath Width, m'],
  ])('is read with the units in its header: %s, %s', async (flow, swath) => {
    const set = await only('a.csv', monitorCsv({ flow, swath: `"${swath}"`, distance: 'Distance(m)' }));
    expect(set.processed.problems).toEqual([]);
    expect(pointsOf(set)[0]).toMatchObject({ area: 20, harvestMoisture: 14, wetMassPerArea: expect.closeTo(1.5, 4) });
  });

  test('has its steps from the positions where the unit of its distance is missing, and says so', async () => {
    const set = await only('a.csv', monitorCsv({ flow: 'Flow(kg/s)', swath: 'Swath(m)' }));
    expect(set.processed.problems).toMatchObject([
      { code: 'unstatedUnits', severity: 'warning', message: expect.stringContaining('"Distance"') },
    ]);
    expect(pointsOf(set)[1]).toMatchObject({ area: expect.closeTo(20, 0) });
  });

  test('is refused with a request for its units where nothing states them', async () => {
    const { processed } = await only('a.csv', monitorCsv());
    expect(processed.status).toBe('failed');
    expect(processed.problems.map(({ code }) => code)).toEqual(['missingProperties', 'unstatedUnits']);
    const asked = processed.problems.at(-1);
    expect(asked?.message).toContain('"Distance", "Swath" and "Flow"');
    expect(asked?.hint).toContain('Write the unit in brackets behind each name');
  });

  test.each([
    ['Yield(t/ha)', 15],
    ['Yield_lb_ac', (15_000 / 0.45359237) * 0.40468564224],
    // 56 pounds of corn are a bushel.
    ['Yield(bu/ac)', ((15_000 / 0.45359237) * 0.40468564224) / 56],
  ])('has a %s and its time in two columns', async (yields, value) => {
    const set = await only(
      'a.csv',
      monitorCsv({ yields: `"${yields}"`, value, swath: 'Swath(m)', distance: 'Distance(m)' }),
      {
        unitMeasurement: 'METRIC',
      },
    );
    expect(set.processed.problems).toEqual([]);
    expect(pointsOf(set)[0]?.wetMassPerArea).toBeCloseTo(15, 1);
    // At 15 degrees east, an hour ahead of UTC. A form that reads all dates is used for all.
    expect(set.processed.startTime).toBe('2023-11-05T13:03:30.000Z');
    expect(set.processed.steps.normalizedGeojson?.message).toMatch(/no zone/);
  });

  test('is refused with a request for the unit of its Yield', async () => {
    const { processed } = await only('a.csv', monitorCsv({ yields: 'Yield', swath: 'Swath(ft)' }));
    expect(processed.problems.at(-1)).toMatchObject({
      code: 'unstatedUnits',
      message: expect.stringContaining('"Yield"'),
    });
  });

  test('has dates with the month before the day where only that order reads them all', async () => {
    const text = monitorCsv({ flow: 'Flow(kg/s)', swath: 'Swath(m)', distance: 'Distance(m)' })
      .replaceAll('27/11', '11/27')
      .replaceAll('05/11', '11/05');
    const { processed } = await only('a.csv', text.replaceAll(/14:03:(\d\d)/g, '2:03:$1 PM'));
    expect(processed.startTime).toBe('2023-11-05T13:03:30.000Z');
  });

  test('is refused with a request for its units as a shapefile, too', async () => {
    const parts = sprayShapefile('harvest', sprayRecords(5));
    const { 'harvest.dbf': dbf = Buffer.alloc(0) } = parts;
    for (const [name, other] of Object.entries({ AppliedRat: 'Flow', SWATHWIDTH: 'Swath', Heading: 'Moisture' })) {
      dbf.write(other.padEnd(11, '\0'), dbf.indexOf(name), 'latin1');
    }
    const { processed } = await only('harvest.zip', zipOf(parts));
    expect(processed.problems.at(-1)).toMatchObject({
      code: 'unstatedUnits',
      message: expect.stringMatching(/"DISTANCE", "Swath".*"Flow"/),
    });
  });
});
