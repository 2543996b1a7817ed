import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import { type RawSet, rawColumn } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';
import { leaveOut } from './counted-points.ts';
import { derivedProperties, maxStepMetres } from './derived-values.ts';
import type { PointUnits } from './standard-points.ts';

/** Records of one section, machine and product at one time, above which the clock is too coarse for the rate of logging. */
const usualAtOnce = 1.05;

/**
 * Leaves out records that a file has more than once: all that is logged of them is equal, and they have a time of day to the second. The first one
 * stays. Where a coarse clock and rounded positions can make records of one pass equal, all of them stay.
 */
export async function leaveOutRepeated(raw: RawSet, units: PointUnits, work: WorkDatabase): Promise<void> {
  if (!raw.time) return;
  // Numbers at hand are compared before what the source wrote: in most files no two records have the same.
  const hashed = `hash("timestamp", lon, lat, ${(await numbersOf(raw, work)).join(', ')})`;
  await work.run(`create table alike as select h from (select ${hashed} as h from points where "timestamp" is not null)
    group by h having count(*) > 1`);
  const [some] = await work.rows<{ has: boolean }>('select exists(select 1 from alike) as has');
  if (some?.has === true) {
    const logged = loggedColumns(raw).join(', ');
    await work.run(`create table repeats as select "row", nth, times from (
        select "row"::bigint as "row", row_number() over (partition by ${logged} order by "row") as nth,
          count(*) over (partition by ${logged}) as times
        from said where "row" in (select "row" from points where "timestamp" is not null and ${hashed} in (select h from alike)))
      where times > 1`);
    if ((await isOneRecord(raw, work)) && !(await isOfOneWay(raw, units, work))) {
      await leaveOut('record repeated', 'select "row" from repeats where nth > 1', work);
    }
    await work.run('drop table repeats');
  }
  await work.run('drop table alike');
}

/** The columns of `points` with numbers of the source, which are equal in equal records; derived ones depend on the record before. */
async function numbersOf({ values }: RawSet, work: WorkDatabase): Promise<string[]> {
  // Values whose unit is not known have no column.
  const columns = await work.rows<{ name: string }>(
    `select column_name as name from (describe points) where column_type in ('FLOAT', 'DOUBLE', 'INTEGER', 'BIGINT')`,
  );
  const there = new Set(columns.map(({ name }) => name));
  const own = values.filter(({ property }) => there.has(property) && !derivedProperties.has(property));
  return ['null', ...new Set(own.map(({ property }) => identifier(property)))];
}

/** The columns of the source, with its times as instants: one instant may be written in several zones. */
function loggedColumns({ columns, time }: RawSet): string[] {
  const names = columns.map((_, index) => rawColumn(index));
  const ofTime = new Set(time?.columns);
  return ['lon', 'lat', 'saidTime', ...names.filter((name) => !ofTime.has(name))].map(identifier);
}

interface Clock {
  isTimed: boolean;
  isFine: boolean;
  records: string;
  times: string;
  rows: string;
  most: string;
}

/**
 * Whether equal rows are one record: times tell them from others, to the second at least, or all records of the file are there equally often, as where
 * an export was appended to itself.
 */
async function isOneRecord({ operationType }: RawSet, work: WorkDatabase): Promise<boolean> {
  const kind =
    operationType === 'applied'
      ? 'list_transform(products, lambda product: product.name)'
      : operationType === 'tillage'
        ? 'tillType'
        : 'variety';
  const [clock] = await work.rows<Clock>(`select bool_or(ms % 60000 <> 0) as isTimed, bool_or(ms % 1000 <> 0) as isFine,
      count(*) as "rows", count(*) filter (coalesce(nth, 1) = 1) as records, count(distinct k) as times,
      max(coalesce(times, 1)) as most
    from (select epoch_ms("timestamp") as ms, hash("timestamp", sectionId, machinery, ${kind}) as k, nth, times
      from presented left join repeats using ("row") where "timestamp" is not null)`);
  if (!clock?.isTimed) return false;
  const [rows, records, times, most] = [clock.rows, clock.records, clock.times, clock.most].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return clock.isFine || records <= usualAtOnce * times || records * most === rows;
}

const metres = metresPerDegreeSql('((lat + latBefore) / 2)');

/** Whether equal rows have logged pieces of one way: their distances together are as long as it, and that of one of them is not. */
async function isOfOneWay({ values }: RawSet, { distance }: PointUnits, work: WorkDatabase): Promise<boolean> {
  if (!distance || !values.some(({ property }) => property === 'distance')) return false;
  const [found] = await work.rows<{ way: number | null; once: number | null; all: number | null }>(`
    select sum(step) filter (step <= ${maxStepMetres}) as way, sum(logged) as once, sum(logged * times) as "all"
    from (select times, distance * ${factorOf(distance)} as logged, sqrt(pow((lat - latBefore) * ${metres.latitude}, 2)
        + pow((lon - lonBefore) * ${metres.longitude}, 2)) as step
      from (select *, lag(lon) over section as lonBefore, lag(lat) over section as latBefore
        from presented left join repeats using ("row") where coalesce(nth, 1) = 1
        window section as (partition by sectionId order by "timestamp", "row")))
    where times is not null`);
  const [way, once, all] = [found?.way, found?.once, found?.all].map((length) => Number(length ?? 0)) as [
    number,
    number,
    number,
  ];
  return Math.abs(all - way) < Math.abs(once - way);
}
