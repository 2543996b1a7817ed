import { describe, expect, test } from 'vitest';
import type { Total } from '../../../domain/machine-files/summary.ts';
import { adaptDocument, adaptZip } from './adapt-data-set.ts';
import { harvestCsv, zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';
import type { ProcessedSet } from './process-upload.ts';
import { processUpload } from './process-upload.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';

/** The harvest with another text as the yield of some records, from 0. */
function withYields(yields: Record<number, string>): string {
  const [header = '', ...rows] = harvestCsv().split('\n');
  const changed = rows.map((row, record) => {
    const cells = row.split(',');
    if (yields[record] !== undefined) cells[8] = yields[record];
    return cells.join(',');
  });
  return [header, ...changed].join('\n');
}

function total({ processed }: ProcessedSet, name: string): number {
  return (processed.summary?.properties[name] as Total | undefined)?.value ?? Number.NaN;
}

/** Expects that each record can be stored, by writing it as JSON and reading it again. */
function expectWritable({ processed }: ProcessedSet): void {
  const numbers: number[] = [];
  JSON.stringify(processed, (_, value) => {
    if (typeof value === 'number') numbers.push(value);
    return value;
  });
  expect(numbers.filter((value) => !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))).toEqual([]);
}

describe('a value that is not a finite number in range is missing', () => {
  test.each(['nan', 'NaN', 'inf', '-Infinity', '1e308', '-1e308', '1e400', '1e20', '#N/A'])(
    'in a table of text: %s',
    async (written) => {
      const set = await only('a.csv', withYields({ 4: written, 7: written }));
      expect(set.processed).toMatchObject({ status: 'processed', pointCounts: { read: 100 } });
      expect(set.processed.problems).toMatchObject([
        { code: 'impossibleNumbers', severity: 'warning', file: 'a.csv/a.csv' },
      ]);
      expect(set.processed.problems[0]?.message).toContain('2 of wetMassPerArea (the first in row 5)');
      // 98 records of 20 m2 at 5 t/ha.
      expect(total(set, 'totalWetMass')).toBeCloseTo(0.98, 6);
      expect(set.processed.summary?.properties.wetMassPerArea).toMatchObject({ min: 5, max: 5 });
      expectWritable(set);
      expect(JSON.parse(String(set.made.rawGeojson)).features).toHaveLength(100);
    },
  );

  test('in a column with many values that are not numbers', async () => {
    const yields = Object.fromEntries(Array.from({ length: 40 }, (_, record) => [record, 'none']));
    const { processed } = await only('a.csv', withYields(yields));
    expect(processed.problems[0]?.message).toContain('40 of wetMassPerArea (the first in row 1)');
  });

  test.each([
    ['ASCII', 'Agent'],
    ['other letters', 'Mähmittel'],
  ])('in a shapefile whose table has %s', async (_, Product) => {
    const odd: Record<number, string> = { 2: 'nan', 3: '-inf', 5: '1e308', 9: '*****', 11: '' };
    const records = sprayRecords(30, (record) => ({
      Product,
      ...(odd[record] !== undefined && { AppliedRat: odd[record] }),
    }));
    const set = await only('spray.zip', zipOf(sprayShapefile('spray', records)));
    expect(set.processed.pointCounts).toMatchObject({ read: 30 });
    expect(set.processed.problems).toMatchObject([
      { code: 'impossibleNumbers', message: expect.stringContaining(': 3 of appliedRate (the first in row 3).') },
    ]);
    expect(set.processed.summary?.properties.appliedRate).toMatchObject({ min: 10, max: 10 });
    expectWritable(set);
  });

  test('in GeoJSON', async () => {
    const features = Array.from({ length: 200 }, (_, record) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [10, 50 + record * 2e-5] },
      properties: {
        ...{ Distance: 7.3, SwathWidth: 30, Elevation: 300, Heading: 0, Moisture: 14, Crop: 'Wheat' },
        WetMass: record === 6 ? 'Infinity' : 4000,
        IsoTime: new Date(Date.UTC(2024, 7, 1, 12) + record * 1000).toISOString(),
      },
    }));
    const set = await only('a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    expect(set.processed.status).toBe('processed');
    expect(set.processed.problems[0]?.message).toContain('1 of wetMassPerArea (in row 7)');
    expectWritable(set);
  });

  test('in the Parquet of ADAPT', async () => {
    const zip = await adaptZip(
      adaptDocument,
      "case record when 3 then 'nan'::double when 4 then 'inf'::double else 8000 end",
    );
    const { sets } = await processUpload('adapt.zip', zip);
    const [harvest] = sets;
    expect(harvest?.processed.problems[0]?.message).toContain('6 of wetMassPerArea (the first in row');
    expectWritable(harvest as ProcessedSet);
  });

  test('when it is computed from others', async () => {
    // 20 pounds on a billionth of a square inch.
    const line = (record: number) => {
      const [distance, swath] = record === 7 ? ['1e-6', '1e-3'] : ['120', '240'];
      return `${-93.5 + record * 1e-5},42,10,${1_400_000_000 + record * 2},2,${distance},${swath},15,33,1,"1","North","1","Corn",300`;
    };
    const set = await only('harvest.txt', Array.from({ length: 20 }, (_, record) => line(record)).join('\n'));
    expect(set.processed.problems[0]?.message).toContain('1 of wetMassPerArea (in row 8)');
    expect(pointsOf(set)).toHaveLength(20);
    expect(total(set, 'totalWetMass')).toBeCloseTo(400, 6);
    expectWritable(set);
  });
});
