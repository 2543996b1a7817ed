import { describe, expect, test } from 'vitest';
import { ownerCatalogue } from '../../../../../domain/query/tables/owner-catalogue.ts';
import { sampleText } from '../../../../../functions/areas/query/run/analytics/sample-points.ts';
import { filesText, measures, squaresText } from '../../../../../functions/areas/query/run/analytics/zone-queries.ts';
import { compileQuery } from '../../../../../sql/compile-query.ts';

const ring = Array.from({ length: 50 }, (_, index) => {
  const turn = (2 * Math.PI * index) / 50;
  return `${10 + Math.cos(turn) / 100} ${50 + Math.sin(turn) / 100}`;
});
const ground = `ST_INTERSECTS(geometry, ST_GEOGFROMTEXT('POLYGON((${[...ring, ring[0]].join(', ')}))'))`;

const texts: [name: string, text: string][] = [
  ['a sample', sampleText(ground, 10, 50_001)],
  ['files', filesText(ground)],
  ['squares of nothing measured', squaresText('TRUE', undefined, 18.7)],
  ...measures.map((measure): [string, string] => [`squares of ${measure.column}`, squaresText(ground, measure, 1.1)]),
];

describe.each(['duckdb', 'trino'] as const)('analytics on %s', (engine) => {
  test.each(texts)('%s can be compiled', (_, text) => {
    const { sql, tables } = compileQuery(text, ownerCatalogue('the-owner'), { engine, now: 0 });
    expect(tables).toEqual(['points']);
    expect(sql.length).toBeLessThan(100_000);
  });
});
