import type { ValueClass } from '../../../domain/machine-files/image.ts';
import { classColours } from '../../../domain/machine-files/maps/class-colours.ts';
import {
  areaOf,
  type Counted,
  classBounds,
  countedClasses,
  innerShares,
} from '../../../domain/machine-files/maps/map-classes.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

const maxClasses = classColours.length;

interface Row {
  value: number;
  count: string;
  area: number | null;
}

/** The ground of a row of `presented` in square metres; null if points have no area. */
export function areaSql(units: PointUnits): string {
  return units.area === undefined ? 'null::double' : `area * ${factorOf(units.area)}`;
}

/**
 * Counts values between bounds.
 *
 * @param kept rows with a `value` and an `area` in square metres, as SQL in parentheses.
 * @returns by the number of bounds below the values.
 */
export async function countedBetween(
  bounds: readonly number[],
  kept: string,
  work: WorkDatabase,
): Promise<Map<number, Counted>> {
  const below = `list_sum(list_transform([${bounds.join(', ')}]::double[], bound -> (value > bound)::integer))`;
  const rows = await countedBy(below, kept, work);
  return new Map(rows.map(({ value, ...counted }) => [value, counted]));
}

async function countedBy(by: string, kept: string, work: WorkDatabase, more = '') {
  const rows = await work.rows<Row>(
    `select ${by} as value, count(*) as count, sum(area) as area from ${kept} group by all ${more}`,
  );
  return rows.map(({ value, count, area }) => ({
    value: Number(value),
    count: Number(count),
    squareMetres: area === null ? undefined : Number(area),
  }));
}

/**
 * Divides the values of a property of `presented` into classes from the lowest to the highest: one class for each value if there are at most seven,
 * otherwise `classBounds`. Classes without points are left out. Empty without values.
 */
export async function valueClasses(property: string, units: PointUnits, work: WorkDatabase): Promise<ValueClass[]> {
  const column = identifier(property);
  const unit = units[property as keyof PointUnits] ?? '';
  const kept = `(select ${column} as value, ${areaSql(units)} as area from presented where ${isCounted} and ${column} is not null)`;
  const different = await countedBy('value', kept, work, `order by value limit ${maxClasses + 1}`);
  if (different.length <= maxClasses) {
    return different.map(({ value, count, ...ground }) => ({ min: value, max: value, count, ...areaOf(ground, unit) }));
  }
  const [edges] = await work.rows<Record<'min' | 'low' | 'high' | 'max', string | number>>(
    `select min(value) as min, quantile_cont(value, ${innerShares[0]}) as low, quantile_cont(value, ${innerShares[1]}) as high, max(value) as max from ${kept}`,
  );
  if (!edges) return [];
  const bounds = classBounds(Number(edges.low), Number(edges.high));
  const counted = await countedBetween(bounds, kept, work);
  return countedClasses(bounds, counted, { min: Number(edges.min), max: Number(edges.max) }, unit);
}
