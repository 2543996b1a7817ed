import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import { farMetres, jumpedStretches, type Stretch, sureMetres } from '../../../domain/geometry/stretches.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { fastestTransport, fastestWork } from '../../../domain/machine-files/points/plausible-values.ts';
import type { WorkDatabase } from '../work-database.ts';
import { maxStepSeconds } from './derived-values.ts';

/** The table with the column `row` of points at a position that no machine reaches from those before and after it. */
export const jumpsTable = 'jumps';

/** Positions that jump this often are those of another receiver, or of several machines. */
const mostStretches = 10_000;

const metres = metresPerDegreeSql('((lat + latBefore) / 2)');
const step = `sqrt(pow((lat - latBefore) * ${metres.latitude}, 2)
  + pow(((lon - lonBefore + 540) % 360 - 180) * ${metres.longitude}, 2))`;

interface StretchRow extends Record<'lon' | 'lat' | 'lastLon' | 'lastLat', number> {
  section: string | null;
  machine: string | null;
  part: string;
  seconds: number | null;
  lastSeconds: number | null;
  points: string;
}

/**
 * Creates the table `jumps` of the rows of `mapped` that lie apart from their machine's section: stretches between steps that are faster than the work, or than transport if recording
 * paused meanwhile, after which the machine is where it was. A second more is allowed, since clocks are rounded.
 *
 * @param told the rows of `mapped` with their machines; see `tellMachines`.
 */
export async function findJumps(operation: OperationType, told: string, work: WorkDatabase): Promise<void> {
  const fastest = `(case when since <= ${maxStepSeconds} then ${fastestWork[operation]} else ${fastestTransport} end)`;
  const isJump = `(step > ${sureMetres} and (case when since > 0 then step > ${fastest} * (since + 1) else step > ${farMetres} end))`;
  const steps = (
    order: string,
  ) => `select "row", sectionId, machine, "timestamp", lon, lat, ${step} as step, since from (
    select "row", sectionId, machine, "timestamp", lon, lat, lag(lon) over (${order}) as lonBefore, lag(lat) over (${order}) as latBefore,
      abs(epoch("timestamp" - lag("timestamp") over (${order}))) as since from ${told})`;
  await work.run(`create table ${jumpsTable} ("row" bigint)`);
  // In the order of the rows nothing is sorted: most files have no such step at all.
  const [any] = await work.rows<{ any: boolean }>(
    `select coalesce(bool_or(${isJump}), false) as "any" from (${steps('')})`,
  );
  if (!any?.any) return;
  const inOrder = 'partition by sectionId, machine order by "timestamp", "row"';
  await work.run(`create table parts as select "row", sectionId, machine, "timestamp", lon, lat,
      sum(case when ${isJump} then 1 else 0 end) over (${inOrder} rows unbounded preceding) as part from (${steps(inOrder)})`);
  const ends = (of: 'min' | 'max') =>
    ['lon', 'lat', 'epoch("timestamp")'].map((value) => `arg_${of}(${value}, ("timestamp", "row"))`);
  const [lon, lat, seconds] = ends('min');
  const [lastLon, lastLat, lastSeconds] = ends('max');
  const rows = await work.rows<StretchRow>(
    `select sectionId as section, machine, part, ${lon} as lon, ${lat} as lat, ${seconds} as seconds, ${lastLon} as "lastLon",
      ${lastLat} as "lastLat", ${lastSeconds} as "lastSeconds", count(*) as points
      from parts group by sectionId, machine, part order by sectionId, machine, part limit ${mostStretches}`,
  );
  if (rows.length < mostStretches) {
    for (const { section, machine, part } of jumpedOf(rows, operation)) {
      await work.run(
        `insert into ${jumpsTable} select "row" from parts where part = ${part}
          and sectionId is not distinct from ${section ?? 'null'} and machine is not distinct from ${textSql(machine)}`,
      );
    }
  }
  await work.run('drop table parts');
}

function jumpedOf(rows: readonly StretchRow[], operation: OperationType): StretchRow[] {
  const isTooFar = (metres: number, seconds: number) => {
    const fastest = seconds <= maxStepSeconds ? fastestWork[operation] : fastestTransport;
    return metres > sureMetres && metres > (seconds > 0 ? fastest * (seconds + 1) : farMetres);
  };
  const total = rows.reduce((sum, { points }) => sum + Number(points), 0);
  const sections = new Map<string, StretchRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.section, row.machine]);
    sections.set(key, [...(sections.get(key) ?? []), row]);
  }
  return [...sections.values()].flatMap((section) =>
    jumpedStretches(section.map(stretchOf), isTooFar, total).flatMap((index) => section[index] ?? []),
  );
}

const textSql = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`);

function stretchOf({ lon, lat, seconds, lastLon, lastLat, lastSeconds, points }: StretchRow): Stretch {
  return {
    first: { lon, lat, seconds },
    last: { lon: lastLon, lat: lastLat, seconds: lastSeconds },
    points: Number(points),
  };
}
