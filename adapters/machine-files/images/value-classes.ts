import { classColours, type ValueClass } from '../../../domain/machine-files/image.ts';
import { areaOf, classBounds, countedClasses, innerShares } from '../../../domain/machine-files/map-classes.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

const maxClasses = classColours.length;

interface Row {
  value: number;
  count: string;
  area: number | null;
}

/**
 * Divides the values of a property of `presented` into classes from the lowest to the highest: one class for each value if there are at most seven,
 * otherwise `classBounds`. Classes without points are left out. Empty without values.
 */
export async function valueClasses(property: string, units: PointUnits, work: WorkDatabase): Promise<ValueClass[]> {
  const column = identifier(property);
  const unit = units[property as keyof PointUnits] ?? '';
  const areaFactor = units.area === undefined ? undefined : factorOf(units.area);
  const area = areaFactor === undefined ? 'null::double' : `area * ${areaFactor}`;
  const kept = `(select ${column} as value, ${area} as area from presented where dropped is null and ${column} is not null)`;
  const counts = (by: string, more = '') =>
    work.rows<Row>(`select ${by} as value, count(*) as count, sum(area) as area from ${kept} group by all ${more}`);
  const countedOf = ({ count, area }: Row) => ({
    count: Number(count),
    squareMetres: area === null ? undefined : Number(area),
  });

  const different = await counts('value', `order by value limit ${maxClasses + 1}`);
  if (different.length <= maxClasses) {
    return different.map((row) => {
      const { count, ...ground } = countedOf(row);
      return { min: Number(row.value), max: Number(row.value), count, ...areaOf(ground, unit) };
    });
  }
  const [edges] = await work.rows<Record<'min' | 'low' | 'high' | 'max', string | number>>(
    `select min(value) as min, quantile_cont(value, ${innerShares[0]}) as low, quantile_cont(value, ${innerShares[1]}) as high, max(value) as max from ${kept}`,
  );
  if (!edges) return [];
  const bounds = classBounds(Number(edges.low), Number(edges.high));
  const rows = await counts(
    `list_sum(list_transform([${bounds.join(', ')}]::double[], bound -> (value > bound)::integer))`,
  );
  const counted = new Map(rows.map((row) => [Number(row.value), countedOf(row)]));
  return countedClasses(bounds, counted, { min: Number(edges.min), max: Number(edges.max) }, unit);
}
