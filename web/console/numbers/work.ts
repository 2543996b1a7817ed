import { geographyOf, quoted } from './sql-text.ts';

/** A piece of ground, as it is drawn or saved. */
export type Ground = GeoJSON.Polygon | GeoJSON.MultiPolygon;

/** The points whose numbers are shown: those of a field operation on one field. */
export interface Work {
  fieldId: string;
  operationType: string;
  fileIds: readonly string[];
  /** Leaves out what the screen hides: slow points, and outliers of a harvest. Absent: all points. */
  cleanup?: { outlierDeviations?: number };
}

/** A column of a result: its name and the expression for it. */
export interface Column {
  name: string;
  sql: string;
}

export interface Statement {
  columns: readonly Column[];
  /** Which points of `work` count, such as `inside`. */
  where?: string;
  groupBy?: string;
  orderBy?: string;
}

/** What hides a point, as point layers say: see `docs/point-layers.md`. */
const slowestMetresPerSecond = 0.5;
const outlierValue = 'COALESCE(dryVolumePerArea, dryMassPerArea)';
/** Equal values are no outliers, however they were rounded. */
const roundingShare = '1e-6';

const isMoving = `COALESCE(speed >= ${slowestMetresPerSecond}, TRUE)`;

/**
 * A query over the points of some work, in which each point has the column `inside` if a zone is given.
 *
 * @example sqlOf(work, { columns: [{ name: 'points', sql: 'COUNT(*)' }], where: 'inside' }, zone)
 */
export function sqlOf(work: Work, { columns, where, groupBy, orderBy }: Statement, zone?: Ground): string {
  const { fieldId, fileIds, operationType, cleanup } = work;
  const deviations = operationType === 'harvested' ? cleanup?.outlierDeviations : undefined;
  const conditions = [
    ...(cleanup ? [isMoving] : []),
    ...(deviations === undefined
      ? []
      : [
          `NOT COALESCE(ABS(${outlierValue} - usual.mean) > ${deviations} * COALESCE(usual.deviation, 0) + ${roundingShare} * ABS(usual.mean), FALSE)`,
        ]),
    ...(where === undefined ? [] : [where]),
  ];
  return [
    'WITH work AS (',
    zone ? `  SELECT *, ST_INTERSECTS(geometry, ${geographyOf(zone)}) AS inside` : '  SELECT *',
    '  FROM points',
    `  WHERE fileId IN (${fileIds.map(quoted).join(', ')})`,
    `    AND ${quoted(fieldId)} IN UNNEST(fieldIds)`,
    deviations === undefined ? ')' : '), usual AS (',
    ...(deviations === undefined
      ? []
      : [
          `  SELECT AVG(${outlierValue}) AS mean, STDDEV_SAMP(${outlierValue}) AS deviation`,
          `  FROM work WHERE ${isMoving}`,
          ')',
        ]),
    `SELECT ${columns.map(({ name, sql }) => (name === sql ? sql : `${sql} AS ${name}`)).join(',\n  ')}`,
    `FROM work${deviations === undefined ? '' : ' CROSS JOIN usual'}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    ...(groupBy === undefined ? [] : [`GROUP BY ${groupBy}`]),
    ...(orderBy === undefined ? [] : [`ORDER BY ${orderBy}`]),
  ].join('\n');
}
