import { describe, expect, test } from 'vitest';
import { mappableAnalytes, mappedValues } from '../../../../domain/soil/map/mapped-values.ts';
import { soilMap } from '../../../../domain/soil/map/soil-map.ts';
import type { SampleLine } from '../../../../domain/soil/outputs/sample-line.ts';
import { phosphorus, sample } from '../samples.ts';

const at = (id: string, longitude: number, ...results: SampleLine['results']): SampleLine => ({
  ...sample(results),
  id,
  geometry: { type: 'Point', coordinates: [longitude, 52] },
});

describe('values of a map', () => {
  test('are of the method and depth with the most values, and the rest is counted', () => {
    const samples = [
      at('1', 10, phosphorus('olsen', 5), phosphorus('bray1', 12)),
      at('2', 10.01, phosphorus('bray1', 20)),
      at('3', 10.02),
      { ...at('4', 10.03, phosphorus('bray1', 30)), geometry: null },
    ];
    expect(mappedValues(samples, 'P')).toEqual({
      analyte: 'P',
      unit: 'ppm',
      method: 'bray1',
      depth: undefined,
      places: [
        { sampleId: '1', geometry: samples[0]?.geometry, value: 12 },
        { sampleId: '2', geometry: samples[1]?.geometry, value: 20 },
        { sampleId: '3', geometry: samples[2]?.geometry },
      ],
      leftOut: 2,
    });
  });

  test('are of the first analyte with a number and a place unless one is named', () => {
    const text = { code: 'Texture', original: { name: 'Texture', value: 'loam' } };
    const samples = [
      { ...at('1', 10, { ...phosphorus('bray1', 1), code: 'K' }), geometry: null },
      at('2', 10, text, phosphorus('bray1', 2)),
    ];
    expect(mappedValues(samples)?.analyte).toBe('P');
    expect(mappableAnalytes(samples)).toEqual(['K', 'P']);
    expect(mappedValues(samples, 'Texture')).toBeUndefined();
    expect(mappedValues([])).toBeUndefined();
  });
});

describe('a map', () => {
  const values = (places: number) =>
    mappedValues(
      Array.from({ length: places }, (_, index) => at(`<${index}>`, 10 + index / 100, phosphorus('bray1', index))),
    );

  test('has a dot for each place from west to east, and names of files are only text', () => {
    const svg = soilMap(values(3) as NonNullable<ReturnType<typeof mappedValues>>);
    const xs = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(xs).toHaveLength(3);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect(svg).toContain('<title>&lt;0&gt;: 0</title>');
    expect(svg).toContain('P in ppm (bray1)');
    expect(svg).toContain('3 values from 0 to 2.');
  });

  test('of one place, or of none, is a map too', () => {
    expect(soilMap(values(1) as NonNullable<ReturnType<typeof mappedValues>>)).toContain('<circle cx="310" cy="310"');
    const nowhere = mappedValues([{ ...at('1', 10, phosphorus('bray1', 1)), geometry: null }]);
    expect(soilMap(nowhere as NonNullable<typeof nowhere>)).toContain('No sample has a place. Not shown: 1 of other');
  });

  test('has the classes of all maps, with the samples of each', () => {
    const svg = (places: number) => soilMap(values(places) as NonNullable<ReturnType<typeof mappedValues>>);
    const rows = (map: string) =>
      [...map.matchAll(/>([^<>]*) \((\d+)\)<\/text>/g)].map(([, text, count]) => [text, Number(count)]);
    expect(rows(svg(2))).toEqual([
      ['0', 1],
      ['1', 1],
    ]);
    const many = rows(svg(70));
    expect(many.map(([text]) => text)).toEqual([
      'up to 2',
      '2 – 14',
      '14 – 28',
      '28 – 42',
      '42 – 54',
      '54 – 68',
      '&gt; 68',
    ]);
    expect(many.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(70);
  });
});
