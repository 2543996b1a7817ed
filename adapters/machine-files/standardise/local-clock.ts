import { type ClockChange, clocksOf } from '../../../domain/machine-files/points/clock-changes.ts';
import { zoneAt } from '../../reference/zone-at.ts';
import type { WorkDatabase } from '../work-database.ts';

/** A local time of `said` in UTC. */
export interface LocalClock {
  /** An expression over `said`. */
  sql: string;
  /** What was taken for granted, as clauses. */
  notes: string[];
}

const hour = 3_600_000;
const near = 2 * hour;
/** Records that go straight on are no farther apart. */
const straight = hour / 12;
/** The years for which changes of clocks are looked up; other times are those of clocks that were never set. */
const [firstYear, lastYear] = [Date.UTC(1990, 0, 1), Date.UTC(2100, 0, 1)];

/**
 * Brings local times without a zone to UTC, by the time zone at the middle of the positions: one zone for the whole file, since
 * machines do not set their clock where a field crosses into another.
 *
 * In the hour that clocks repeat, the sequence of the records tells the first pass from the second. A clock that shows times
 * which clocks skip, or goes straight on where they fall back, was not changed with the others, and counts on.
 *
 * @param time an expression over `said` for the local time.
 * @param isPosition a condition for rows with a position.
 */
export async function localClock(time: string, isPosition: string, work: WorkDatabase): Promise<LocalClock> {
  const [place] = await work.rows<Record<'lon' | 'lat' | 'first' | 'last', number | null>>(
    `select (select median(lon) from said where ${isPosition}) as lon, (select median(lat) from said where ${isPosition}) as lat,
      epoch_ms(min(${time})) as "first", epoch_ms(max(${time})) as "last"
      from said where epoch_ms(${time}) between ${firstYear} and ${lastYear}`,
  );
  if (typeof place?.lon !== 'number' || typeof place.lat !== 'number') return { sql: time, notes: [] };
  const zone = zoneAt({ longitude: place.lon, latitude: place.lat });
  const [from, to] = [Number(place.first ?? Date.UTC(2000, 0, 1)), Number(place.last ?? Date.UTC(2000, 0, 1))];
  const { ahead, changes } = clocksOf(zone, from - 24 * hour, to + 24 * hour);
  const notes = [`times have no zone and were taken as local time of ${zone}, the time zone at the place`];
  const cases: string[] = [];
  let current = ahead;
  for (const change of changes) {
    if (change.after === current) continue;
    const seen = change.before === current ? await seenOf(change, time, work) : { isIgnored: false, fell: undefined };
    if (seen.isIgnored) {
      notes.push('its clock was not changed with those of the zone');
      continue;
    }
    const { low, high } = repeatedBy(change);
    cases.push(`when epoch_ms(${time}) < ${low} then ${inUtc(time, current)}`);
    if (change.after < change.before) {
      const second = seen.fell === undefined ? 'false' : `"row" >= ${seen.fell}`;
      cases.push(
        `when epoch_ms(${time}) < ${high} then case when ${second} then ${inUtc(time, change.after)} else ${inUtc(time, current)} end`,
      );
    }
    current = change.after;
  }
  const last = inUtc(time, current);
  return { sql: cases.length > 0 ? `case ${cases.join(' ')} else ${last} end` : last, notes };
}

/** The local times that a change repeats or skips. */
function repeatedBy({ at, before, after }: ClockChange) {
  return { low: at + Math.min(before, after), high: at + Math.max(before, after) };
}

/** What the records around a change say of it: whether the clock took part, and the first row after it fell back. */
async function seenOf(change: ClockChange, time: string, work: WorkDatabase) {
  const { low, high } = repeatedBy(change);
  const width = high - low;
  const [found] = await work.rows<Record<'inside' | 'straight' | 'fell', number | string | null>>(
    `select count(*) filter (t >= ${low} and t < ${high}) as inside,
      count(*) filter (t >= ${high} and before < ${high} and t - before <= ${straight}) as straight,
      min("row") filter (t >= ${low} and t < ${high} and before - t between ${width / 2} and ${1.5 * width}) as fell
    from (select "row", t, lag(t) over (order by "row") as before
      from (select "row", epoch_ms(${time}) as t from said) where t between ${low - near} and ${high + near})`,
  );
  const [inside, goesOn] = [Number(found?.inside ?? 0), Number(found?.straight ?? 0)];
  const fell = typeof found?.fell === 'number' || typeof found?.fell === 'string' ? Number(found.fell) : undefined;
  const isForward = change.after > change.before;
  return { isIgnored: isForward ? inside > 0 : fell === undefined && goesOn > 0, fell };
}

function inUtc(time: string, ahead: number): string {
  return ahead === 0 ? `(${time})` : `(${time}) - to_milliseconds(${ahead})`;
}
