import { describe, expect, test } from 'vitest';
import { deereZip, mixZip } from './deere-zip.ts';
import { harvestCsv } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';

test('values in an unknown unit are left out, and named with it', async () => {
  const set = await only('work.zip', deereZip({ elevationUnit: 'klafter' }), { outOfStandardOperations: true });
  expect(set.processed.problems.filter(({ code }) => code === 'unknownUnits')).toMatchObject([
    { severity: 'warning', message: 'Values with an unknown unit were left out: elevation in klafter.' },
  ]);
  expect(pointsOf(set).filter(({ elevation }) => elevation != null)).toEqual([]);
  expect(pointsOf(set).every(({ appliedRate }) => appliedRate === 100)).toBe(true);
});

test('nothing is reported where all units are known', async () => {
  const set = await only('work.zip', deereZip());
  expect(set.processed.problems).toEqual([]);
});

describe('an unknown unit in the brackets of a header', () => {
  const yields = (header: string) => harvestCsv().replace('Yield Mass(tonne/ha)', header);

  test.each([
    ['Yield(foo/bar)', 'wetMassPerArea'],
    ['Yield Mass [foo/bar]', 'wetMassPerArea'],
    ['Yield Mass(foo/bar, dry)', 'dryMassPerArea'],
  ])('%s is named, and not replaced by a default', async (header, property) => {
    const set = await only('a.csv', yields(`"${header}"`), { outOfStandardOperations: true });
    expect(set.processed.problems).toMatchObject([
      { code: 'unknownUnits', message: `Values with an unknown unit were left out: ${property} in foo/bar.` },
      { code: 'missingProperties', severity: 'warning' },
    ]);
    expect(pointsOf(set).map(({ wetMass, wetMassPerArea }) => [wetMass, wetMassPerArea])).toEqual(
      Array(100).fill([undefined, undefined]),
    );
  });

  test('is ignored beside a column with a known unit', async () => {
    const text = yields('Yield(foo/bar),Yield Mass(t/ha)').replaceAll(',14,5,', ',14,7,5,');
    const set = await only('a.csv', text, { unitMeasurement: 'METRIC' });
    expect(set.processed.problems).toEqual([]);
    expect(pointsOf(set).every(({ wetMassPerArea }) => wetMassPerArea === 5)).toBe(true);
  });

  test('is none where the brackets name what was measured', async () => {
    const text = yields('Yield Mass(t/ha wet)').replace('Moisture(%)', 'Moisture(% wb)').replace('(deg)', '(true)');
    const set = await only('a.csv', text, { unitMeasurement: 'METRIC' });
    expect(set.processed.problems).toEqual([]);
    expect(pointsOf(set)[30]).toMatchObject({ wetMassPerArea: 5, harvestMoisture: 14, heading: 180 });
  });
});

describe('rates of products in an unknown unit', () => {
  test('are named when they are parts of a tank mix, and stay as they were written', async () => {
    const set = await only('mix.zip', mixZip(), { unitMeasurement: 'METRIC' });
    expect(set.processed.problems).toMatchObject([
      {
        code: 'unknownProductUnits',
        severity: 'warning',
        message: 'Rates of products have an unknown unit: "Strange" in bags/ac.',
      },
    ]);
    const [point] = pointsOf(set) as { products: { name: string; rate: unknown }[] }[];
    expect(point?.products[2]).toEqual({ name: 'Strange', rate: { value: 2, unit: 'bags/ac' } });
  });

  test('neither end the file when the mix has a rate of its own, nor get the unit of another', async () => {
    const settings = { outOfStandardOperations: true } as const;
    const mix = await only('mix.zip', mixZip({ mixUnit: 'bags1furlong-1' }), settings);
    expect(mix.processed.problems.map(({ message }) => message)).toContain(
      'Rates of products have an unknown unit: "Mix" in bags/furlong, "Strange" in bags/ac.',
    );
    const [mixed] = pointsOf(mix) as { products: { rate: { value: number | null } }[] }[];
    expect(mixed?.products.map(({ rate }) => rate.value)).toEqual([null, null, null]);

    const single = await only('work.zip', deereZip({ rateUnit: 'bags1furlong-1' }), settings);
    expect(single.processed.problems[0]?.message).toBe(
      'Values with an unknown unit were left out: appliedRate in bags1furlong-1.',
    );
    const [point] = pointsOf(single);
    expect(point?.products).toEqual([{ name: 'Agent', rate: { value: null, unit: 'bags1furlong-1' } }]);
    expect(single.processed.summary?.properties.products?.[0]).not.toHaveProperty('rate');
  });
});
