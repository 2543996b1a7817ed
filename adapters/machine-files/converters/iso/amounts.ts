import type { PointPropertyName } from '../../../../domain/machine-files/points/point-properties.ts';
import { identifier } from '../../../duckdb/sql-text.ts';
import type { WorkDatabase } from '../../work-database.ts';

/** A counter, as expressions over `raw`. */
export interface Counter {
  property: PointPropertyName;
  /** The counting columns, each with the factor from its steps to the unit. */
  columns: { column: string; scale: number }[];
  /**
   * The weight of a record for distributing an increase between two readings: its ground, or its time. None if it is
   * not positive.
   */
  share: string;
}

/**
 * Creates a table with a row for each of `raw`, in its order, and a column per counter: the record's part of the
 * counter's increase within its log. Counters have coarse steps and are not in every record, so they stay constant for
 * some records and then jump: a jump is distributed over the ground that was worked since the one before, so that
 * nothing of the sum is lost; in a log without worked ground, over all of its records. A counter that falls was reset,
 * and counts on from there.
 *
 * @returns the table's name; adding its columns to `raw` would mean writing all of `raw` once more.
 */
export async function spreadCounters(counters: Counter[], work: WorkDatabase): Promise<string> {
  for (const { property, columns, share } of counters) {
    const growth = columns.map(({ column, scale }) => `greatest(0, ${column} - lag(${column}) over log) * ${scale}`);
    await work.run(`create table ${table(property)} as
      with grown as (
        select "row", log, ${share} as ground, case when lon is not null then 1 end as placed,
          coalesce(${growth.join(', 0) + coalesce(')}, 0) as growth
        from raw window log as (partition by log order by "row")),
      shared as (
        select *, case when max(ground) over (partition by log) > 0 then ground else placed end as share from grown),
      summed as (
        select *, sum(growth) over (partition by log order by "row" rows unbounded preceding) as total,
          sum(growth) over (partition by log) as final
        from shared),
      stepped as (
        select "row", log, share, total - coalesce(lag(total) over record, 0)
          + case when lead("row") over record is null then final - total else 0 end as step
        from summed where share > 0 window record as (partition by log order by "row")),
      runs as (
        select *, sum(case when step > 0 then 1 else 0 end) over
          (partition by log order by "row" rows between unbounded preceding and 1 preceding) as run
        from stepped)
      select "row", sum(step) over run * share / sum(share) over run as amount
      from runs window run as (partition by log, run)`);
  }
  const joins = counters.map(({ property }) => `left join ${table(property)} using ("row")`);
  const found = counters.map(({ property }) => `${table(property)}.amount as ${identifier(amountOf(property))}`);
  await work.run(`create table amounts as select ${found.join(', ')} from raw ${joins.join(' ')} order by raw."row"`);
  for (const { property } of counters) await work.run(`drop table ${table(property)}`);
  return 'amounts';
}

/** The column of that table with the amounts of a counter. */
export function amountOf(property: PointPropertyName): string {
  return `amount_${property}`;
}

function table(property: PointPropertyName): string {
  return identifier(`counted_${property}`);
}
