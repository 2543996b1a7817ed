import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { columnOf, times } from '../numbers/figures.ts';
import { type SampleLayer, sampleFilter } from '../numbers/sample-filter.ts';
import type { CountedWork } from '../numbers/season-work.ts';
import { type Column, type Ground, sqlOf } from '../numbers/work.ts';
import type { SeasonField } from '../season/season.ts';

/** A column of an export. */
export interface ExportColumn {
  name: string;
  unit?: string;
}

/** A query whose rows have `longitude`, `latitude` and the given columns. */
export interface RowsQuery {
  sql: string;
  columns: ExportColumn[];
}

const texts = ['crop', 'variety'];

/** The points that the map shows of some work, with all their measured properties in the owner's units. */
export function pointRows({ work, units }: Pick<CountedWork, 'work' | 'units'>, zone?: Ground): RowsQuery {
  const measured = Object.entries(units).flatMap(([name, unit]): (Column & { unit: string })[] => {
    const column = columnOf(name as PointPropertyName, unit);
    return column ? [{ name, unit, sql: `work.${times(column.name, column.unit, unit)}` }] : [];
  });
  const others = work.operationType === 'tillage' ? [] : texts;
  const columns = [
    { name: 'time', sql: 'work.timestamp' },
    ...['longitude', 'latitude', ...others].map((name) => ({ name, sql: `work.${name}` })),
    ...measured,
  ];
  return {
    sql: sqlOf(work, { columns, ...(zone && { where: 'inside' }), orderBy: 'time' }, zone),
    columns: [
      { name: 'time' },
      ...others.map((name) => ({ name })),
      ...measured.map(({ name, unit }) => ({ name, unit })),
    ],
  };
}

/** The soil samples of a layer; of samples with an outline, the position is its middle. */
export function sampleRows({ id }: Pick<SeasonField, 'id'>, layer: SampleLayer): RowsQuery {
  const names = ['sampleId', 'sampleDate', 'analyte', 'value', 'unit', 'method', 'depthTopCm', 'depthBottomCm'];
  return {
    sql: [
      'SELECT ST_X(ST_CENTROID(geometry)) AS longitude, ST_Y(ST_CENTROID(geometry)) AS latitude,',
      `  ${names.join(', ')}`,
      'FROM soilSamples',
      `WHERE ${sampleFilter(id, layer)}`,
      'ORDER BY sampleId',
    ].join('\n'),
    columns: names.map((name) => ({ name })),
  };
}
