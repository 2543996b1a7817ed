import { plainName } from '../../../domain/machine-files/points/columns/header-text.ts';
import { text } from '../../duckdb/sql-text.ts';
import { columnOf, type RawSet } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import { type DaySource, writtenDays } from './day-columns.ts';
import { numericTimeOf } from './numeric-times.ts';

const isoNames = /^(isotime|timestamp|datetime|obstime|utc|gpstime)$/;
const localNames = /^(time|datestamp|date|localtime|datelocal)$/;

/** Names of columns that may have a date or a time of day alone. */
const dateNames = /^(datestamp|date|localdate|datelocal|utcdate|dateutc)$/;
const clockNames = /^(timestamp|time|localtime|timelocal|utctime|timeutc|gpstime)$/;

/** Days whose parts have one order, whatever the file. */
const plainDays = ['%Y-%m-%d', '%Y/%m/%d', '%Y%m%d'];
const clockForms = ['%I:%M:%S %p', '%I:%M %p', '%H:%M:%S', '%H:%M:%S.%f', '%H:%M'];

/**
 * The time of a row of `raw`, from a column with such a name, from a column of dates and one of times of day, or from numbers that are times.
 *
 * @param file the path of the file, whose name may have a date.
 * @example const { time } = await timeOf(columns, work);
 */
export async function timeOf(columns: AppendedColumn[], work: WorkDatabase, file = ''): Promise<Pick<RawSet, 'time'>> {
  const source = { file, work };
  const texts = columns.filter(({ type }) => type === 'VARCHAR');
  const named = (names: RegExp) => texts.filter(({ name }) => names.test(plainName(name)));
  const [date] = named(dateNames);
  const [clock] = named(clockNames).filter(({ name }) => name !== date?.name);
  const iso = named(isoNames).find(({ name }) => name !== clock?.name);
  const parted = date && clock && !iso && (await ofDateAndClock(date.name, clock.name, columns, source));
  if (parted) return { time: parted };
  const written = await timeOfOne(texts, columns, source);
  return written.time ? written : numericTimeOf(columns, work);
}

/** The time from two columns, if one has times of day. The format of dates is the first that most of them match. */
async function ofDateAndClock(
  date: string,
  clock: string,
  columns: AppendedColumn[],
  source: DaySource,
): Promise<RawSet['time']> {
  const [dates, clocks] = [columnOf(columns, date), columnOf(columns, clock)];
  const clockOfDay = `try_strptime(${clocks}, [${clockForms.map(text).join(', ')}])`;
  const [counts] = await source.work.rows<Record<string, string>>(
    `select count(${clocks}) as filled, count(${clockOfDay}) as clocks from raw`,
  );
  if (!counts || Number(counts.clocks) * 2 <= Number(counts.filled)) return undefined;
  const written = await writtenDays(date, columns, source);
  const dayIn = (form: string) => `try_strptime(${dates}, ${text(form)})`;
  const forms = [...(written?.forms ?? []), ...plainDays];
  const [days] = await source.work.rows<Record<string, string>>(
    `select ${forms.map((form, index) => `count(${dayIn(form)}) as f${index}`).join(', ')}
      from (select distinct ${dates} from raw)`,
  );
  const fitting = forms.map((form, index) => ({ form, days: Number(days?.[`f${index}`]) }));
  const best = fitting.reduce((max, next) => (next.days > max.days ? next : max));
  if (best.days === 0) return undefined;
  const sql = `(${dayIn(best.form)} + (${clockOfDay} - date_trunc('day', ${clockOfDay})))`;
  return { sql, zone: /utc/i.test(date + clock) ? 'utc' : 'local', ...(written && { written }) };
}

async function timeOfOne(
  texts: AppendedColumn[],
  columns: AppendedColumn[],
  source: DaySource,
): Promise<Pick<RawSet, 'time'>> {
  const iso = texts.find(({ name }) => isoNames.test(plainName(name)));
  const local = texts.find(({ name }) => localNames.test(plainName(name)));
  const isoColumn = iso && columnOf(columns, iso.name);
  // Programs write local times under such names, too.
  const isWritten = iso && (await writtenDays(iso.name, columns, source));
  if (isoColumn && !isWritten) {
    return { time: { sql: `timezone('UTC', try_cast(${isoColumn} as timestamptz))`, zone: 'utc' } };
  }
  const chosen = isWritten ? iso : local;
  const column = chosen && columnOf(columns, chosen.name);
  if (!column) return {};
  const written = isWritten ?? (await writtenDays(chosen.name, columns, source));
  const days = [...(written?.forms ?? []), ...plainDays];
  const forms = days.flatMap((day) => [...clockForms.map((clock) => `${day} ${clock}`), day]);
  return {
    time: {
      sql: `coalesce(try_strptime(${column}, [${forms.map(text).join(', ')}]), try_cast(${column} as timestamp))`,
      zone: 'local',
      ...(written && { written }),
    },
  };
}
