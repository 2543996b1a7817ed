import { type DeviationKind, deviationKinds, type PointImage } from '../../../domain/machine-files/image.ts';
import { deviationBounds, deviationClasses, targetOf } from '../../../domain/machine-files/maps/deviation.ts';
import { areaOf } from '../../../domain/machine-files/maps/map-classes.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { areaSql, countedBetween } from './value-classes.ts';

/** The deviation of a property from its target. */
export interface DeviationLayer {
  property: PointPropertyName;
  deviation: DeviationKind;
  /** Name of its column in `spots`. */
  name: string;
  /** The value of a row of `presented`; null without a value or a target. */
  sql: string;
  /** The target of a row, in the unit of the value. */
  targetSql: string;
  unit: string;
}

/** Share of deviations within the outer bounds: machines that start, stop and overlap are often far from their target. */
const usualShare = 0.9;
/** Smallest deviation from a target that is shown, as a share of the target: rates are not measured better. */
const minShare = 0.01;

/** The deviations of the properties that have a target in a unit of the same dimension. */
export function deviationLayers(properties: readonly PointPropertyName[], units: PointUnits): DeviationLayer[] {
  return properties.flatMap((property) => {
    const target = targetOf(property, units);
    if (target === undefined) return [];
    const [unit = '', targetUnit = ''] = [units[property], units[target]];
    const value = identifier(property);
    const targetSql = `(${identifier(target)} * ${factorOf(targetUnit) / factorOf(unit)})`;
    const sqls = {
      // A share of nothing is no number.
      percent: `(case when ${targetSql} > 0 then (${value} / ${targetSql} - 1) * 100 end)`,
      absolute: `(${value} - ${targetSql})`,
    };
    return deviationKinds.map((deviation) => ({
      ...{ property, deviation, targetSql, name: `${property}.${deviation}`, sql: sqls[deviation] },
      unit: deviation === 'percent' ? 'percentage' : unit,
    }));
  });
}

interface Row {
  min: number | null;
  max: number;
  usual: number;
  target: number | null;
  untargeted: string;
  ground: number | null;
}

/**
 * The classes of a deviation, and the points that have a value and no target. Undefined if no point has a target above 0: exports without targets
 * often have zeros.
 */
export async function countDeviations(
  { property, deviation, sql, targetSql, unit }: DeviationLayer,
  units: PointUnits,
  work: WorkDatabase,
): Promise<Pick<PointImage, 'classes' | 'withoutTarget'> | undefined> {
  const kept = `(select ${sql} as value, ${targetSql} as target, ${areaSql(units)} as area from presented
    where ${isCounted} and ${identifier(property)} is not null)`;
  const [row] = await work.rows<Row>(
    `select min(value) as min, max(value) as max, quantile_cont(abs(value), ${usualShare}) as usual,
      median(target) filter (where target > 0) as target,
      count(*) filter (where value is null) as untargeted, sum(area) filter (where value is null) as ground
    from ${kept}`,
  );
  if (!row || row.min === null || row.target === null) return undefined;
  const smallest = deviation === 'percent' ? minShare * 100 : Number(row.target) * minShare;
  const bounds = deviationBounds(Number(row.usual), smallest);
  const counted = await countedBetween(bounds, `(from ${kept} where value is not null)`, work);
  const ownUnit = units[property] ?? unit;
  const classes = deviationClasses(bounds, counted, { min: Number(row.min), max: Number(row.max) }, ownUnit);
  const count = Number(row.untargeted);
  const squareMetres = row.ground === null ? undefined : Number(row.ground);
  return { classes, ...(count > 0 && { withoutTarget: { count, ...areaOf({ squareMetres }, ownUnit) } }) };
}
