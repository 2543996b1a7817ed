import type { LeftOutMark } from '../../../domain/machine-files/points/left-out.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { nameMarks } from '../outputs/name-marks.ts';
import type { RawSet } from '../raw-set.ts';
import { isCounted, isKept, leaveOut } from '../standardise/counted-points.ts';
import { jumpsTable } from '../standardise/jumps.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import type { Limit } from './point-sums.ts';

/** Of more points than this share none is left out: a file that is wrong as a whole has another fault than single points. */
const mostLeftOut = 0.02;
/** A value is a spike above these times the median of the file and the median of its neighbours. */
const timesOfFile = 5;
const timesOfNeighbours = 3;
/** Neighbours in the pass before a point, and as many after it. */
const neighbours = 3;
/** Zones, and clocks that are not set exactly. */
const daysAhead = 2;

/** Properties of which totals are made, and whose values do not change by this much from one record to the next. */
const summed = ['wetMassPerArea', 'dryMassPerArea', 'wetVolumePerArea', 'appliedRate', 'seedRate'] as const;
/** Limits by which the speed of records is judged are those of jumps. */
const judgedElsewhere = new Set<string>(['speed', 'harvestMoisture']);

/**
 * Leaves points out of totals, maps and queries whose values cannot be: beyond the limit of such work, far from the file and from their neighbours in the pass, at a position
 * that no machine reaches, or dated after the file was received. If they are more than a fiftieth of the points, none is left out, and a problem names them.
 *
 * @param receivedTime of the file; without it no time is too late.
 */
export async function leaveOutImplausible(
  file: string,
  { isCoverage }: RawSet,
  units: PointUnits,
  limits: readonly Limit[],
  receivedTime: string | undefined,
  work: WorkDatabase,
): Promise<MachineProblem[]> {
  const cases = [
    when('position jump', `"row" in (select "row" from ${jumpsTable})`),
    ...(receivedTime === undefined
      ? []
      : [
          when(
            'timestamp beyondLimit',
            `"timestamp" > timestamptz ${text(receivedTime)}::timestamp + to_days(${daysAhead})`,
          ),
        ]),
    ...limits.flatMap(({ property, max, maxOfPoint = String(max) }) =>
      judgedElsewhere.has(property) ? [] : [when(`${property} beyondLimit`, `${identifier(property)} > ${maxOfPoint}`)],
    ),
  ];
  await work.run(`create table suspects as select "row", case ${cases.join(' ')} end as mark from presented
    where ${isKept} and (case ${cases.join(' ')} end) is not null`);
  for (const property of summed) if (units[property]) await addSpikes(property, isCoverage === true, work);
  const marks = await work.rows<{ mark: LeftOutMark; points: string }>(
    'select mark, count(*) as points from suspects group by mark order by mark',
  );
  const points = marks.reduce((sum, found) => sum + Number(found.points), 0);
  const [all] = await work.rows<{ points: string }>(`select count(*) as points from presented where ${isKept}`);
  const of = Number(all?.points ?? 0);
  const isFew = points <= of * mostLeftOut;
  for (const { mark } of marks) {
    await leaveOut(mark, `select "row" from suspects where mark = ${text(mark)}`, work);
  }
  const found = isFew
    ? []
    : await nameMarks(
        marks.map(({ mark, points }) => ({ mark, points: Number(points) })),
        units,
        false,
        work,
      );
  if (!isFew) await work.run(`update points set leftOut = null where "row" in (select "row" from suspects)`);
  await work.run('drop table suspects');
  return isFew ? [] : [machineProblem('tooManyImplausible', file, { of, leftOut: found })];
}

function when(mark: LeftOutMark, condition: string): string {
  return `when ${condition} then ${text(mark)}`;
}

/** Adds the spikes of a property, in one more pass over the points only where values are far above the median. */
async function addSpikes(property: PointPropertyName, isCoverage: boolean, work: WorkDatabase): Promise<void> {
  // Pieces of ground have no order in which they were worked.
  if (isCoverage) return;
  const column = identifier(property);
  const isValue = `${isCounted} and ${column} > 0 and "row" not in (select "row" from suspects)`;
  const [usual] = await work.rows<{ median: number | null }>(
    `select median(${column}) as median from presented where ${isValue}`,
  );
  if (!usual?.median) return;
  const isFar = `${column} > ${timesOfFile * Number(usual.median)}`;
  const [far] = await work.rows<{ points: string }>(
    `select count(*) as points from presented where ${isValue} and ${isFar}`,
  );
  if (Number(far?.points ?? 0) === 0) return;
  const beside = Array.from({ length: neighbours }, (_, index) =>
    ['lag', 'lead'].map((side) => `${side}(${column}, ${index + 1}) over pass`),
  ).flat();
  await work.run(`insert into suspects select "row", ${text(`${property} spike`)} from (
      select "row", ${column}, list_median([${beside.join(', ')}]) as around from presented where ${isValue}
      window pass as (partition by sectionId order by "timestamp", "row"))
    where ${isFar} and ${column} > ${timesOfNeighbours} * around`);
}
