import { degreeOnEquatorialSphere } from '../../../../../domain/geometry/local-plane.ts';
import { measuredColumnsOf } from '../../../../../domain/machine-files/points/point-columns.ts';
import type { PointPropertyName } from '../../../../../domain/machine-files/points/point-properties.ts';

/** The measurements by which zones are distinguished. */
export interface Measure {
  /** Name of a column of `points`. */
  column: string;
  unit: string;
  word: 'yield' | 'applied rate' | 'seed rate';
}

const measuresOf = (property: PointPropertyName, word: Measure['word']): Measure[] =>
  measuredColumnsOf(property).map(({ name, unit }) => ({ column: name, unit, word }));

/** The best first. */
export const measures: readonly Measure[] = [
  ...measuresOf('wetVolumePerArea', 'yield').map((measure) => ({ ...measure, column: 'yieldVolume' })),
  ...measuresOf('wetMassPerArea', 'yield'),
  ...measuresOf('appliedRate', 'applied rate'),
  ...measuresOf('seedRate', 'seed rate'),
];

/** The files, with how often each measure was taken. */
export const filesText = (ground: string) => `SELECT fileId, COUNT(*) AS points,
  ${measures.map(({ column }) => `COUNT(${column}) AS ${column}`).join(', ')}
  FROM points WHERE ${ground} GROUP BY fileId ORDER BY fileId`;

/** The side of a square is a fifth of the hexagons' spacing, so that most of its area is in one hexagon. */
const squaresInSpacing = 5;

/** As many as the setting operationsOutliersLimit has unless it is changed. */
const farDeviations = 3;

const sum = (column: string) => `COUNT(${column}) AS ${column}Count, SUM(${column}) AS ${column}Total`;

/**
 * Points by squares of degrees, which every engine can group by; hexagons are made of the squares afterwards. The measure is summed as shares
 * of its file's mean too, so that crops, years and units can be added up. Values far from the mean are left out, as from the normal work of
 * field operations.
 */
export function squaresText(ground: string, measure: Measure | undefined, spacingMetres: number): string {
  const perDegree = (squaresInSpacing * degreeOnEquatorialSphere) / spacingMetres;
  const value = measure?.column ?? 'CAST(NULL AS FLOAT64)';
  const wanted = measure ? `${ground} AND ${measure.column} IS NOT NULL` : ground;
  const square = (axis: string) => `CAST(FLOOR(${axis} * ${perDegree.toExponential()}) AS INT64)`;
  const isNear = `ABS(${value} - mean) <= ${farDeviations} * spread + ABS(mean) * 1e-9`;
  return `WITH means AS (
      SELECT fileId AS meanFile, AVG(${value}) AS mean, STDDEV_POP(${value}) AS spread FROM points WHERE ${wanted} GROUP BY fileId
    ),
    read AS (
      SELECT latitude, longitude, ${value} AS value, ${value} / NULLIF(mean, 0) AS share, harvestMoisture, elevation, speed
      FROM points JOIN means ON fileId = meanFile WHERE ${wanted}${measure ? ` AND ${isNear}` : ''}
    )
    SELECT AVG(latitude) AS latitude, AVG(longitude) AS longitude, COUNT(*) AS points,
      ${sum('value')}, MIN(value) AS minValue, MAX(value) AS maxValue, ${sum('share')}, SUM(share * share) AS squares,
      ${sum('harvestMoisture')}, ${sum('elevation')}, ${sum('speed')}
    FROM read GROUP BY ${square('latitude')}, ${square('longitude')}`;
}
