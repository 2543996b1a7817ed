import { classColours, type ValueClass } from '../../../domain/machine-files/image.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { WorkDatabase } from '../work-database.ts';

const maxClasses = classColours.length;

/**
 * Divides the values of a property of `presented` into classes with about as many points each, from the lowest to the
 * highest: seven quantiles, or one class for each value if there are at most seven. Fewer if more than a seventh of the
 * points have the same value. Empty without values.
 */
export async function valueClasses(property: string, work: WorkDatabase): Promise<ValueClass[]> {
  const kept = `(select ${identifier(property)} as value from presented where dropped is null and ${identifier(property)} is not null)`;
  const different = await work.rows<{ value: number; count: string }>(
    `select value, count(*) as count from ${kept} group by value order by value limit ${maxClasses + 1}`,
  );
  if (different.length <= maxClasses) {
    return different.map(({ value, count }) => ({ min: Number(value), max: Number(value), count: Number(count) }));
  }
  const shares = Array.from({ length: maxClasses + 1 }, (_, index) => index / maxClasses);
  const [row] = await work.rows<{ edges: (string | number)[] }>(
    `select quantile_cont(value, [${shares.join(', ')}]) as edges from ${kept}`,
  );
  const [smallest = 0, ...uppers] = (row?.edges ?? []).map(Number);
  const bounds = [...new Set(uppers)];
  // Lists begin with 1; the largest value is in the last class, however its quantile was rounded.
  const inner = bounds.slice(0, -1);
  const counts = await work.rows<{ class: number; count: string }>(
    `select list_sum(list_transform([${inner.join(', ')}]::double[], bound -> (value > bound)::integer)) as class,
      count(*) as count from ${kept} group by all`,
  );
  const counted = new Map(counts.map((one) => [Number(one.class), Number(one.count)]));
  return bounds
    .map((max, index) => ({ min: bounds[index - 1] ?? smallest, max, count: counted.get(index) ?? 0 }))
    .filter(({ count }) => count > 0);
}
