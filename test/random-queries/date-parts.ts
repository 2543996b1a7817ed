import type { Random } from './random.ts';

const ofDates = ['DAY', 'WEEK', 'WEEK(MONDAY)', 'ISOWEEK', 'MONTH', 'QUARTER', 'YEAR', 'ISOYEAR'];
const ofTimes = ['MILLISECOND', 'SECOND', 'MINUTE', 'HOUR'];
const spans = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];

/** A part that a function of dates accepts for values of a type. */
export function datePart(random: Random, name: string, type: string): string {
  if (type === 'TIME') return random.one(ofTimes);
  if (name === 'LAST_DAY')
    return random.one(['WEEK', 'WEEK(MONDAY)', 'ISOWEEK', 'MONTH', 'QUARTER', 'YEAR', 'ISOYEAR']);
  if (name === 'TIMESTAMP_DIFF') return random.one([...ofTimes, 'DAY']);
  return random.one(type === 'DATE' ? ofDates : [...ofTimes, ...ofDates]);
}

/** An interval that may be added to values of a type. */
export function interval(random: Random, name: string, type: string): string {
  if (name.startsWith('GENERATE_')) {
    return `INTERVAL ${random.one(['1', '2', '-1'])} ${random.one(type === 'DATE' ? ['MONTH', 'QUARTER', 'YEAR'] : ['DAY'])}`;
  }
  const count = random.one(['0', '1', '-1', '2', '7', '90']);
  const short = ['MICROSECOND', ...ofTimes];
  const parts = type === 'DATE' ? spans : type === 'DATETIME' ? [...short, ...spans] : short;
  return `INTERVAL ${count} ${random.one(type === 'TIMESTAMP' ? [...short, 'DAY'] : parts)}`;
}

const extracted: Readonly<Record<string, readonly string[]>> = {
  DATE: ['YEAR', 'MONTH', 'DAY', 'DAYOFWEEK', 'DAYOFYEAR', 'WEEK', 'WEEK(SUNDAY)', 'ISOWEEK', 'ISOYEAR', 'QUARTER'],
  TIME: ['HOUR', 'MINUTE', 'SECOND', 'MILLISECOND'],
};

/** EXTRACT of a value that is written already. */
export function extract(random: Random, type: string, value: string): string {
  const parts = extracted[type] ?? [...(extracted.DATE ?? []), ...(extracted.TIME ?? [])];
  const zone =
    type === 'TIMESTAMP' && random.chance(0.4)
      ? ` AT TIME ZONE '${random.one(['America/Chicago', '+05:30', 'Asia/Kathmandu', 'Australia/Lord_Howe', '-03:30'])}'`
      : '';
  return `EXTRACT(${random.one(parts)} FROM ${value}${zone})`;
}
