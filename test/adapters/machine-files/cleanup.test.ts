import { describe, expect, test } from 'vitest';
import type { Amounts, Summary, Total } from '../../../domain/machine-files/summary.ts';
import { harvestCsv, zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';
import { taskDataZip } from './task-data.ts';

/** 100 records of 20 m2 and 10 kg; the first 19 have no yield, the next 5 no moisture, one has no position. */
function harvest(): string {
  const [header, ...rows] = harvestCsv().split('\n');
  const changed = rows.map((row, record) => {
    if (record < 19) return row.replace(',14,5,', ',0,0,');
    if (record < 24) return row.replace(',14,5,', ',100,5,');
    return record === 24 ? row.replace(/^[^,]+,[^,]+/, ',') : row;
  });
  return [header, ...changed].join('\n');
}

function propertiesOf(summary: Summary | undefined): Summary['properties'] {
  if (!summary) throw new Error('there is no summary');
  return summary.properties;
}

const closeTo = (value: number, unit: string) => ({ value: expect.closeTo(value, 6), unit });

describe('cleanup reports what it removed, rule by rule', () => {
  test('of a harvest in area and mass; the summary has what was logged and what remains', async () => {
    const { processed } = await only('a.csv', harvest());
    expect(processed.pointCounts).toEqual({
      read: 100,
      kept: 75,
      dropped: { harvestMoisture: 5, position: 1, wetMass: 19 },
    });
    expect(processed.cleanup).toEqual([
      {
        rule: 'harvestMoisture LT 100',
        points: 5,
        totalArea: closeTo(100, 'm2'),
        totalWetMass: closeTo(0.05, 't'),
        totalDryMass: expect.anything(),
      },
      {
        rule: 'wetMass GT 0',
        points: 19,
        totalArea: closeTo(380, 'm2'),
        totalWetMass: closeTo(0, 't'),
        totalDryMass: closeTo(0, 't'),
      },
      { rule: 'position is missing', points: 1 },
    ]);
    const { logged, totalArea, totalWetMass } = propertiesOf(processed.summary);
    expect(logged).toMatchObject({ points: 99, totalArea: closeTo(1980, 'm2'), totalWetMass: closeTo(0.8, 't') });
    expect([totalArea, totalWetMass]).toMatchObject([closeTo(1500, 'm2'), closeTo(0.75, 't')]);
    expect(processed.steps.cleanupGeojson?.message).toContain(
      'wetMass GT 0 left out 19 points with 380 m2 (19 %), 0 t (0 %), and 0 t (0 %)',
    );
    const sum = (name: 'totalArea' | 'totalWetMass') =>
      (processed.cleanup ?? []).reduce((all, rule) => all + (rule[name]?.value ?? 0), 0);
    for (const name of ['totalArea', 'totalWetMass'] as const) {
      const remains = (propertiesOf(processed.summary)[name] as Total).value;
      expect((logged as Amounts)[name]?.value).toBeCloseTo(remains + sum(name), 6);
    }
  });

  test('of a spraying in what was applied, of a sowing in seeds', async () => {
    const records = sprayRecords(30, (record) => (record < 3 ? { AppliedRat: '-10' } : {}));
    const spraying = await only('spray.zip', zipOf(sprayShapefile('spray', records)), { unitMeasurement: 'METRIC' });
    expect(spraying.processed.cleanup).toMatchObject([
      { rule: 'appliedRate GT 0', points: 3, totalArea: { unit: 'ha' }, totalApplied: { unit: 'L' } },
    ]);
    expect(spraying.processed.cleanup?.[0]?.totalApplied?.value).toBeLessThan(0);
    const sowing = await only(
      'tasks.zip',
      taskDataZip([
        { ddi: '000C', value: () => 8_000 },
        { ddi: '0043', value: () => 3_000 },
        { ddi: '008D', value: (record) => (record < 40 ? 1 : 0) },
      ]),
    );
    // Ten records of 6 m2 at 8 seeds per m2.
    expect(sowing.processed.cleanup).toMatchObject([
      { rule: 'recordingStatus EQ On', points: 10, totalArea: { unit: 'm2' }, totalPlanted: { unit: 'seeds' } },
    ]);
    const planted = sowing.processed.cleanup?.[0]?.totalPlanted?.value ?? 0;
    expect(Math.abs(planted - 480)).toBeLessThan(10);
  });

  test('of a file of which nothing remains', async () => {
    const { processed } = await only('a.csv', harvestCsv().replaceAll(',14,5,', ',14,0,'));
    expect(processed).toMatchObject({
      status: 'failed',
      problems: [{ code: 'noPoints' }],
      cleanup: [{ rule: 'wetMass GT 0', points: 100, totalArea: { value: expect.closeTo(2000, 6) } }],
    });
  });

  test('or nothing where it removed nothing', async () => {
    const { processed } = await only('a.csv', harvestCsv());
    expect(processed.cleanup).toEqual([]);
    expect(processed.summary?.properties.logged).toBeUndefined();
    expect(processed.steps.cleanupGeojson?.message).toBe('ok');
  });
});
