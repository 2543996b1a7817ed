import { fieldsOf, hasAgLeaderHeader } from '../../../domain/machine-files/points/delimited-text.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { type MachineConverter, MachineFileError, rawColumn } from '../raw-set.ts';
import { fillFromDelimited } from '../rows/delimited-rows.ts';

/** The columns of Ag Leader's "advanced" text, which has no header unless one was added by hand. */
const shared = [
  'Longitude',
  'Latitude',
  'Flow',
  'GPSTime',
  'Interval',
  'Distance',
  'Swath',
  'Moisture',
  'HeaderStatus',
  'Pass',
  'SerialNumber',
  'Field',
  'Load',
  'Grain',
];

/** The columns after the grain, by their number: newer exports have the variety before the height. */
const endings: Record<number, string[]> = {
  0: [],
  1: ['Elevation'],
  2: ['Variety', 'Elevation'],
  4: ['GPSStatus', 'PDOP', 'Variety', 'Elevation'],
};

/** GPS time is counted in seconds from 6 January 1980 (UTC). Leap seconds since then, at most 18, are ignored. */
const gpsEpoch = '1980-01-06 00:00:00';
/** In 2106. A larger number is damaged, and may exceed the range of timestamps. */
const maxGpsSeconds = 4_000_000_000;

/** Reads Ag Leader's "advanced" text of a harvest: flow in lb/s, distance and width in inches, height in feet. */
export const readAgLeaderText: MachineConverter = async (set, work) => {
  const file = set.members.main;
  const head = file?.head ?? '';
  const hasHeader = hasAgLeaderHeader(head);
  const fields = fieldsOf(head.split('\n')[hasHeader ? 1 : 0] ?? '', ',').length;
  const ending = endings[fields - shared.length];
  if (!file || !ending) {
    const reason = `its lines have ${fields} values, and 14, 15, 16 or 18 are known`;
    throw new MachineFileError(machineProblem('unreadable', set.file, { reason }));
  }
  const names = [...shared, ...ending];
  const dialect = { delimiter: ',', decimalSeparator: '.' } as const;
  const table = { file, dialect, names, hasHeader, longitude: 0, latitude: 1 };
  const { columns, problems } = await fillFromDelimited(table, work);
  const column = (name: string) => rawColumn(names.indexOf(name));
  // A column with many damaged values is one of text.
  const number = (name: string) => `try_cast(${column(name)} as double)`;
  const seconds = number('GPSTime');
  const fieldName = `max(${column('Field')})`;
  const [origin] = await work.rows<{ field: string | null }>(
    `select case when count(distinct ${column('Field')}) = 1 then ${fieldName} end as field from raw`,
  );
  return {
    operationType: 'harvested',
    columns,
    values: [
      { property: 'cropFlow', sql: column('Flow'), unit: 'lb/s' },
      { property: 'samplingInterval', sql: column('Interval'), unit: 's' },
      { property: 'distance', sql: column('Distance'), unit: 'in' },
      { property: 'equipmentWidth', sql: column('Swath'), unit: 'in' },
      { property: 'harvestMoisture', sql: column('Moisture'), unit: 'percentage' },
      { property: 'crop', sql: column('Grain') },
      // A lowered header is 1 in older and 33 in newer monitors; 0 and 34 are raised.
      {
        property: 'recordingStatus',
        sql: `case when ${number('HeaderStatus')} in (1, 33) then 'On' else 'Off' end`,
      },
      ...(ending.includes('Variety') ? [{ property: 'variety' as const, sql: column('Variety') }] : []),
      ...(ending.includes('Elevation')
        ? [{ property: 'elevation' as const, sql: column('Elevation'), unit: 'ft' }]
        : []),
    ],
    time: {
      sql: `timestamp '${gpsEpoch}' + to_seconds(case when ${seconds} between 0 and ${maxGpsSeconds} then ${seconds} end)`,
      zone: 'utc',
    },
    machinery: [],
    origin: origin?.field ? { field: origin.field } : {},
    notes: ['times are GPS time, up to 18 seconds ahead of UTC'],
    problems,
  };
};
