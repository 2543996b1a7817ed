import type { ValueClass } from '../../../domain/machine-files/image.ts';
import { classColours } from '../../../domain/machine-files/maps/class-colours.ts';
import { type Division, divisionOf, type Weighed } from '../../../domain/machine-files/maps/division.ts';
import { type Counted, countedClasses } from '../../../domain/machine-files/maps/map-classes.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

const maxClasses = classColours.length;
/** Values are weighed in so many parts of equal ground: classes need no finer ones, and points may have a million values. */
const parts = 1_000;

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
  const below = `coalesce(list_sum(list_transform([${bounds.join(', ')}]::double[], bound -> (value > bound)::integer)), 0)`;
  const rows = await work.rows<Row>(
    `select ${below} as value, count(*) as count, sum(area) as area from ${kept} group by all`,
  );
  return new Map(
    rows.map(({ value, count, area }) => [
      Number(value),
      { count: Number(count), squareMetres: area === null ? undefined : Number(area) },
    ]),
  );
}

/**
 * Divides the counted values of a property of `presented` into classes, as all maps and point layers do. Without bounds if there are none.
 */
export async function divisionOfProperty(
  property: PointPropertyName,
  units: PointUnits,
  work: WorkDatabase,
): Promise<Division> {
  const kept = keptOf(property, units);
  const weight = `if(sum(sum(area)) over () > 0, coalesce(sum(area), 0), count(*))`;
  const grouped = `(select value, ${weight} as weight from ${kept} group by value)`;
  const few = await work.rows<Weighed>(`select value, weight from ${grouped} order by value limit ${maxClasses + 1}`);
  const weighed =
    few.length <= maxClasses
      ? few
      : await work.rows<Weighed>(
          `select max(value) as value, sum(weight) as weight from (
            select value, weight, sum(weight) over (order by value) / sum(weight) over () as share from ${grouped})
          group by ceil(share * ${parts}) order by 1`,
        );
  const layer = weighed.map(({ value, weight }) => ({ value: Number(value), weight: Number(weight) }));
  return divisionOf(layer, { property });
}

/** Rows with the value of a property, and their ground. */
const keptOf = (property: PointPropertyName, units: PointUnits) =>
  `(select (${identifier(property)})::double as value, ${areaSql(units)} as area from presented
    where ${isCounted} and ${identifier(property)} is not null)`;

/** The classes of a property of `presented`, from the lowest values to the highest. Empty without values. */
export async function valueClasses(
  property: PointPropertyName,
  units: PointUnits,
  work: WorkDatabase,
): Promise<ValueClass[]> {
  const division = await divisionOfProperty(property, units, work);
  const kept = keptOf(property, units);
  const counted = await countedBetween(division.bounds, kept, work);
  const [ends] = await work.rows<Record<'min' | 'max', string | number>>(
    `select min(value) as min, max(value) as max from ${kept}`,
  );
  const [min, max] = [Number(ends?.min ?? 0), Number(ends?.max ?? 0)];
  return countedClasses(division, counted, { min, max }, units[property] ?? '');
}
