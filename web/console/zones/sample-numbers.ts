import type { NumberRow } from '../numbers/number-row.ts';
import { runSql } from '../numbers/run-sql.ts';
import { type SampleLayer, sampleFilter } from '../numbers/sample-filter.ts';
import { geographyOf } from '../numbers/sql-text.ts';
import { type Column, type Ground, selected } from '../numbers/work.ts';
import type { Season } from '../season/season.ts';

interface Asked {
  season: Pick<Season, 'api' | 'field'>;
  layer: SampleLayer;
  zone: Ground;
}

const figures = [
  { id: 'samples', title: 'Samples', sql: 'COUNT(*)' },
  { id: 'sampleMean', title: 'Mean', sql: 'AVG(value)' },
  { id: 'sampleLeast', title: 'Least', sql: 'MIN(value)' },
  { id: 'sampleMost', title: 'Most', sql: 'MAX(value)' },
];

/** Values of soil samples inside and outside of a zone. @throws ApiProblem */
export async function readSampleNumbers(asked: Asked, signal?: AbortSignal): Promise<NumberRow[]> {
  const columns = figures.map(({ id: name, sql }) => ({ name, sql }));
  const all = sampleSql(asked, [{ name: 'inside', sql: 'inside' }, ...columns], 'GROUP BY inside');
  const rows = await runSql(asked.season.api, all, signal);
  const { unit } = asked.layer.source;
  return figures.map(({ id, title, sql }) => {
    const cell = (isInside: boolean) => {
      const value = rows.find((row) => row.inside === isInside)?.[id] ?? (id === 'samples' ? 0 : null);
      const own = sampleSql(asked, [{ name: id, sql }], `WHERE ${isInside ? 'inside' : 'NOT inside'}`);
      return {
        value: typeof value === 'boolean' ? null : value,
        question: { kind: 'sql', sql: own, column: id } as const,
      };
    };
    return { id, title, ...(unit && id !== 'samples' && { unit }), inside: cell(true), outside: cell(false) };
  });
}

/** A query over the samples of the layer, each of which is inside or not. */
export function sampleSql({ season, layer, zone }: Asked, columns: readonly Column[], rest: string): string {
  return [
    'WITH samples AS (',
    `  SELECT value, ST_INTERSECTS(geometry, ${geographyOf(zone)}) AS inside`,
    '  FROM soilSamples',
    `  WHERE ${sampleFilter(season.field.id, layer)}`,
    ')',
    `SELECT ${selected(columns)}`,
    `FROM samples ${rest}`,
  ].join('\n');
}
