import type { LeftOutMark } from '../../../domain/machine-files/points/left-out.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { nameMarks } from '../outputs/name-marks.ts';
import { isCounted, leaveOut } from '../standardise/counted-points.ts';
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

/** Yields, which follow from one another, so that the first one is judged; and rates. None changes by this much from one record to the next. */
const yields = ['wetMassPerArea', 'dryMassPerArea', 'wetVolumePerArea'] as const;
const rates = ['appliedRate', 'seedRate'] as const;
const isOfArea = (property: PointPropertyName) => ([...yields, ...rates] as string[]).includes(property);
/** Ground of a record with all of its sections, as a share of the usual one, from which its values for an area are judged. */
const enoughGround = 0.2;
/** Speeds make no total, and moistures beyond 100 % are for the cleanup rules. */
const judgedElsewhere = new Set<string>(['speed', 'harvestMoisture']);

/**
 * Leaves points out of totals, maps and queries whose values cannot be: beyond the limit of such work, far from the file and from their neighbours in the pass, at a position
 * that no machine reaches, or dated after the file was received. If they are more than a fiftieth of the points, none is left out, and a problem names them.
 *
 * @param receivedTime of the file; without it no time is too late.
 */
export async function leaveOutImplausible(
  file: string,
  units: PointUnits,
  limits: readonly Limit[],
  receivedTime: string | undefined,
  work: WorkDatabase,
): Promise<MachineProblem[]> {
  const judged = [...latestTime(receivedTime), ...limits.flatMap(beyondLimit)];
  const spiky = [yields.find((property) => units[property]), ...rates.filter((property) => units[property])];
  const peaks = spiky.flatMap((property) => property ?? []);
  // One pass over the points, and no other where nothing is beyond a limit and far above the median.
  const [seen = {}] = await work.rows<Record<string, number | string | boolean | null>>(
    `select ${[
      'count(*) as points',
      ...judged.map(({ condition }, index) => `bool_or(${condition}) as beyond${index}`),
      ...peaks.map(
        (property, index) =>
          `median(${property}) filter (${property} > 0) as median${index}, max(${property}) as highest${index}`,
      ),
    ].join(', ')} from presented where ${isCounted}`,
  );
  await work.run(`create table suspects as select "row", 'position jump' as mark from presented
    where ${isCounted} and "row" in (select "row" from ${jumpsTable})`);
  for (const [index, { mark, condition, property }] of judged.entries()) {
    if (seen[`beyond${index}`] !== true) continue;
    const isReal = property && isOfArea(property) ? await hasGround(property, work) : 'true';
    await suspect(mark, `${condition} and ${isReal}`, work);
  }
  for (const [index, property] of peaks.entries()) {
    const high = timesOfFile * Number(seen[`median${index}`] ?? 0);
    if (high > 0 && Number(seen[`highest${index}`]) > high) await addSpikes(property, high, work);
  }
  const marks = await work.rows<{ mark: LeftOutMark; points: string }>(
    'select mark, count(*) as points from suspects group by mark order by mark',
  );
  const points = marks.reduce((sum, found) => sum + Number(found.points), 0);
  const of = Number(seen.points ?? 0);
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
  await work.run('drop table suspects; drop table if exists grounds');
  return isFew ? [] : [machineProblem('tooManyImplausible', file, { of, leftOut: found })];
}

/** A condition for points that cannot be. */
interface Judged {
  mark: LeftOutMark;
  condition: string;
  property?: PointPropertyName;
}

function latestTime(receivedTime: string | undefined): Judged[] {
  if (receivedTime === undefined) return [];
  const latest = `timestamp ${text(receivedTime.replace('Z', ''))} + to_days(${daysAhead})`;
  return [{ mark: 'timestamp beyondLimit', condition: `"timestamp" > ${latest}` }];
}

function beyondLimit({ property, max, maxOfPoint = String(max) }: Limit): Judged[] {
  if (judgedElsewhere.has(property)) return [];
  return [{ mark: `${property} beyondLimit`, condition: `${identifier(property)} > ${maxOfPoint}`, property }];
}

/** Adds the points that meet a condition, unless they are suspected already. */
async function suspect(mark: LeftOutMark, condition: string, work: WorkDatabase): Promise<void> {
  await work.run(`insert into suspects select "row", ${text(mark)} from presented
    where ${isCounted} and ${condition} and "row" not in (select "row" from suspects)`);
}

/** Adds the spikes of a property, which are above a value. */
async function addSpikes(property: PointPropertyName, high: number, work: WorkDatabase): Promise<void> {
  const column = identifier(property);
  const isValue = `${isCounted} and ${column} > 0 and "row" not in (select "row" from suspects)`;
  const isFar = `${column} > ${high} and ${await hasGround(property, work)}`;
  const beside = Array.from({ length: neighbours }, (_, index) =>
    ['lag', 'lead'].map((side) => `${side}(${column}, ${index + 1}) over pass`),
  ).flat();
  await work.run(`insert into suspects select "row", ${text(`${property} spike`)} from (
      select "row", ${column}, area, "timestamp", list_median([${beside.join(', ')}]) as around from presented where ${isValue}
      window pass as (partition by sectionId order by "timestamp", "row"))
    where ${isFar} and ${column} > ${timesOfNeighbours} * around`);
}

/**
 * Whether the record of a point has ground enough for its values for an area to say something: a machine that slows down, or of which few sections work, has records with
 * next to no ground, whose yields are large since grain of the whole machine is still flowing. Their amounts are ordinary, and no fault of the file. A larger amount than
 * usual is one on any ground.
 */
async function hasGround(property: PointPropertyName, work: WorkDatabase): Promise<string> {
  const column = identifier(property);
  await work.run(`create or replace table grounds as
    with records as (select "timestamp" as moment, sum(area) as ground, sum(${column} * area) as amount from presented
      where ${isCounted} and ${column} > 0 and area > 0 and "timestamp" is not null group by "timestamp")
    select moment from records where ground >= ${enoughGround} * (select median(ground) from records)
      or amount > ${timesOfNeighbours} * (select median(amount) from records)`);
  return '(area is null or "timestamp" is null or "timestamp" in (select moment from grounds))';
}
