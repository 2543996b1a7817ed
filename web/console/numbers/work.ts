import { geographyOf, quoted } from './sql-text.ts';

/** A piece of ground, as it is drawn or saved. */
export type Ground = GeoJSON.Polygon | GeoJSON.MultiPolygon;

/** The points whose numbers are shown: those of a field operation on one field. */
export interface Work {
  fieldId: string;
  operationType: string;
  fileIds: readonly string[];
  /** Whether the files are of several providers, each with operations of its own. What several have recorded of one ground counts once. */
  isOfProviders?: boolean;
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

/** As in the guide to queries: of each place and moment, the points of one provider. */
const isOfFirstProvider =
  'DENSE_RANK() OVER (PARTITION BY operationType, timestamp, longitude, latitude ORDER BY provider) = 1';

const isMoving = `COALESCE(speed >= ${slowestMetresPerSecond}, TRUE)`;

/**
 * A query over the points of some work, in which each point has the column `inside` if a zone is given.
 *
 * @example sqlOf(work, { columns: [{ name: 'points', sql: 'COUNT(*)' }], where: 'inside' }, zone)
 */
export function sqlOf(work: Work, { columns, where, groupBy, orderBy }: Statement, zone?: Ground): string {
  const { tables, from } = countedPoints(work, { where, zone });
  return [
    `WITH ${tables}`,
    `SELECT ${selected(columns)}`,
    from,
    ...(groupBy === undefined ? [] : [`GROUP BY ${groupBy}`]),
    ...(orderBy === undefined ? [] : [`ORDER BY ${orderBy}`]),
  ].join('\n');
}

/** @example selected([{ name: 'points', sql: 'COUNT(*)' }]) // 'COUNT(*) AS points' */
export const selected = (columns: readonly Column[]): string =>
  columns.map(({ name, sql }) => (name === sql ? sql : `${sql} AS ${name}`)).join(',\n  ');

/** The points of some work as parts of a query: tables for its `WITH`, of which the first has the given name, and the `FROM` with its `WHERE`. */
export function countedPoints(
  work: Work,
  { where, zone, name = 'work' }: { where?: string | undefined; zone?: Ground | undefined; name?: string } = {},
): { tables: string; from: string } {
  const { fieldId, fileIds, operationType, cleanup, isOfProviders = false } = work;
  const deviations = operationType === 'harvested' ? cleanup?.outlierDeviations : undefined;
  const isUsual = `NOT COALESCE(ABS(${outlierValue} - usual.mean) > ${deviations} * COALESCE(usual.deviation, 0) + ${roundingShare} * ABS(usual.mean), FALSE)`;
  const conditions = [
    ...(cleanup ? [isMoving] : []),
    ...(deviations === undefined ? [] : [isUsual]),
    ...(where === undefined ? [] : [where]),
  ];
  const points = [
    `${name} AS (`,
    zone ? `  SELECT *, ST_INTERSECTS(geometry, ${geographyOf(zone)}) AS inside` : '  SELECT *',
    '  FROM points',
    `  WHERE fileId IN (${fileIds.map(quoted).join(', ')})`,
    `    AND ${quoted(fieldId)} IN UNNEST(fieldIds)`,
    ...(isOfProviders ? [`  QUALIFY ${isOfFirstProvider}`] : []),
    ')',
  ].join('\n');
  const usual = [
    ', usual AS (',
    `  SELECT AVG(${outlierValue}) AS mean, STDDEV_SAMP(${outlierValue}) AS deviation`,
    `  FROM ${name} WHERE ${isMoving}`,
    ')',
  ].join('\n');
  const filter = conditions.length > 0 ? `\nWHERE ${conditions.join('\n  AND ')}` : '';
  return deviations === undefined
    ? { tables: points, from: `FROM ${name}${filter}` }
    : { tables: `${points}${usual}`, from: `FROM ${name} CROSS JOIN usual${filter}` };
}
