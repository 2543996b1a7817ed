import { degreeOnMeanSphere } from '../../../domain/geometry/local-plane.ts';
import { quoted } from '../numbers/sql-text.ts';
import { type Column, countedPoints, selected, sqlOf, type Work } from '../numbers/work.ts';

/** What points of a harvest are grouped by. */
export type Grouping =
  /** An expression over the harvest's own points, of type STRING. */
  | { kind: 'own'; expression: string }
  /** An aggregate over the points of other work in the same cell of a grid, of type STRING. */
  | { kind: 'joined'; work: Work; expression: string; cellMetres: number; latitude: number };

/**
 * Aggregates of a harvest for each group, whose name is the column `name`, or for one group.
 *
 * @param only the group whose aggregates are returned; all by default.
 */
export function groupedSql(harvest: Work, grouping: Grouping, columns: readonly Column[], only?: string): string {
  if (grouping.kind === 'own') {
    const { expression } = grouping;
    if (only !== undefined) return sqlOf(harvest, { columns, where: `${expression} = ${quoted(only)}` });
    const named = [{ name: 'name', sql: expression }, ...columns];
    return sqlOf(harvest, { columns: named, where: `${expression} IS NOT NULL`, groupBy: 'name', orderBy: 'name' });
  }
  const { work, expression, cellMetres, latitude } = grouping;
  const counted = countedPoints(harvest);
  const treated = countedPoints(work, { name: 'treated' });
  const degrees = cellMetres / degreeOnMeanSphere;
  const cell = [
    { name: 'x', sql: `ROUND(longitude / ${shown(degrees / Math.cos((latitude * Math.PI) / 180))})` },
    { name: 'y', sql: `ROUND(latitude / ${shown(degrees)})` },
  ];
  return [
    `WITH ${counted.tables}, harvest AS (`,
    `  SELECT work.*, ${selected(cell)}`,
    `  ${counted.from}`,
    `), ${treated.tables}, treatment AS (`,
    `  SELECT ${selected([...cell, { name: 'name', sql: expression }])}`,
    `  ${treated.from}`,
    '  GROUP BY x, y',
    ')',
    `SELECT ${selected(only === undefined ? [{ name: 'name', sql: 'name' }, ...columns] : columns)}`,
    'FROM harvest JOIN treatment USING (x, y)',
    only === undefined ? 'WHERE name IS NOT NULL' : `WHERE name = ${quoted(only)}`,
    ...(only === undefined ? ['GROUP BY name', 'ORDER BY name'] : []),
  ].join('\n');
}

const shown = (degrees: number) => Number(degrees.toPrecision(6));

/** Classes of a rate are about this many between its 5th and its 95th percentile. */
const wantedClasses = 5;
/** A rate that varies by less is constant: one class. */
const noise = 0.02;

/**
 * The width of classes of a rate: 1, 2 or 5 times a power of ten.
 *
 * @param low, high percentiles of the rate.
 * @example rateStep(90, 150) // 20
 */
export function rateStep(low: number, high: number): number {
  const wanted = Math.max((high - low) / wantedClasses, Math.abs(high) * noise, 1e-6);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const times = [1, 2, 5].find((one) => one * power >= wanted * 0.999) ?? 10;
  return Number((times * power).toPrecision(1));
}
