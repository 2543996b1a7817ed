import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { fastestTransport, fastestWork } from '../../../domain/machine-files/points/plausible-values.ts';
import type { WorkDatabase } from '../work-database.ts';
import { maxStepSeconds } from './derived-values.ts';

/** The table with the column `row` of points at a position that no machine reaches from those before and after it. */
export const jumpsTable = 'jumps';

/** Wider than the widest machine, since records of one time may be its sections. */
const sureMetres = 75;
/** A step that no machine makes in a day, for records whose times do not differ. */
const farMetres = 1_000_000;
/** Positions that the machine returns from are few; a longer stretch is work somewhere else. */
const mostOfPoints = 0.02;

const metres = metresPerDegreeSql('((lat + latBefore) / 2)');
const step = `sqrt(pow((lat - latBefore) * ${metres.latitude}, 2)
  + pow(((lon - lonBefore + 540) % 360 - 180) * ${metres.longitude}, 2))`;

/**
 * Creates the table `jumps` of the rows of `mapped` that lie apart from their section: stretches of at most a fiftieth of the points between steps that are faster than the
 * work, or than transport if recording paused meanwhile. A second more is allowed, since clocks are rounded.
 */
export async function findJumps(operation: OperationType, work: WorkDatabase): Promise<void> {
  const fastest = `(case when since <= ${maxStepSeconds} then ${fastestWork[operation]} else ${fastestTransport} end)`;
  const isJump = `(step > ${sureMetres} and (case when since > 0 then step > ${fastest} * (since + 1) else step > ${farMetres} end))`;
  const steps = (order: string) => `select "row", sectionId, "timestamp", ${step} as step, since from (
    select "row", sectionId, "timestamp", lon, lat, lag(lon) over (${order}) as lonBefore, lag(lat) over (${order}) as latBefore,
      abs(epoch("timestamp" - lag("timestamp") over (${order}))) as since from mapped)`;
  await work.run(`create table ${jumpsTable} ("row" bigint)`);
  // In the order of the rows nothing is sorted: most files have no such step at all.
  const [any] = await work.rows<{ any: boolean }>(
    `select coalesce(bool_or(${isJump}), false) as "any" from (${steps('')})`,
  );
  if (!any?.any) return;
  await work.run(`insert into ${jumpsTable}
    with parted as (
      select "row", sectionId, sum(case when ${isJump} then 1 else 0 end) over (partition by sectionId order by "timestamp", "row") as part
      from (${steps('partition by sectionId order by "timestamp", "row"')})),
    sized as (select "row", count(*) over (partition by sectionId, part) as points, count(*) over () as total,
      max(part) over (partition by sectionId) as parts from parted)
    select "row" from sized where parts > 0 and points <= greatest(1, total * ${mostOfPoints})`);
}
