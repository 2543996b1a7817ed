import { plainName } from '../../../domain/machine-files/column-meanings.ts';
import { text } from '../../sql-text.ts';
import { columnOf, type RawSet } from '../raw-set.ts';
import type { AppendedColumn } from '../work-database.ts';

const isoNames = /^(isotime|timestamp|datetime|obstime|utc|gpstime)$/;
const localNames = /^(time|datestamp|date|localtime|datelocal)$/;

/** How programs write local times; the first that fits is taken, so that days come before months where both would do. */
const localForms = [
  '%m/%d/%Y %I:%M:%S %p',
  '%d/%m/%Y %H:%M:%S',
  '%m/%d/%Y %H:%M:%S',
  '%d.%m.%Y %H:%M:%S',
  '%Y-%m-%d %H:%M:%S',
  '%d/%m/%Y',
  '%m/%d/%Y',
  '%d.%m.%Y',
  '%Y-%m-%d',
];

/** The time of a row, from the column that is called like one. */
export function timeOf(columns: AppendedColumn[]): Pick<RawSet, 'time'> {
  const texts = columns.filter(({ type }) => type === 'VARCHAR');
  const iso = texts.find(({ name }) => isoNames.test(plainName(name)));
  const local = texts.find(({ name }) => localNames.test(plainName(name)));
  const isoColumn = iso && columnOf(columns, iso.name);
  if (isoColumn) {
    return { time: { sql: `timezone('UTC', try_cast(${isoColumn} as timestamptz))`, zone: 'utc' } };
  }
  const localColumn = local && columnOf(columns, local.name);
  if (!localColumn) return {};
  const forms = localForms.map(text).join(', ');
  return {
    time: {
      sql: `coalesce(try_strptime(${localColumn}, [${forms}]), try_cast(${localColumn} as timestamp))`,
      zone: 'local',
    },
  };
}
