import { parseZone, type Zone } from './zone.ts';

const date = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/;
const time = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{0,6})\d*)?)?/;

interface Clock {
  text: string;
  rest: string;
}

/**
 * Converts a constant text to a date in the format that both engines read; `undefined` if the text is invalid.
 *
 * @example dateConstant('2026-5-1') // '2026-05-01'
 */
export function dateConstant(text: string): string | undefined {
  const read = readDate(text);
  return read && read.rest.trim() === '' ? read.text : undefined;
}

/**
 * Converts a constant text to a time of day in the format that both engines read; `undefined` if the text is invalid.
 *
 * @example timeConstant('7:05') // '07:05:00.000000'
 */
export function timeConstant(text: string): string | undefined {
  const read = readTime(text.trim());
  return read?.rest === '' ? read.text : undefined;
}

/**
 * Converts a constant text to a date with a time in the format that both engines read; `undefined` if the text is invalid.
 *
 * @example datetimeConstant('2026-05-01T12:00:00') // '2026-05-01 12:00:00.000000'
 */
export function datetimeConstant(text: string): string | undefined {
  const read = readDateTime(text);
  return read?.rest.trim() === '' ? read.text : undefined;
}

/**
 * Converts a constant text to UTC. A text without a zone is in `zone`, by default UTC.
 *
 * @example timestampConstant('2026-05-01 12:00:00+02') // '2026-05-01 10:00:00.000000'
 */
export function timestampConstant(text: string, zone: Zone = { minutes: 0 }): string | undefined {
  const read = readDateTime(text);
  if (!read) return undefined;
  const written = read.rest.trim();
  const own = written === '' ? zone : parseZone(written === 'z' ? 'Z' : written);
  return own && inUtc(read.text, own);
}

function readDate(text: string): Clock | undefined {
  const match = date.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const made = new Date(Date.UTC(2000, month - 1, day));
  made.setUTCFullYear(year, month - 1, day);
  const exists = made.getUTCMonth() === month - 1 && made.getUTCDate() === day && month >= 1 && year >= 1;
  const shown = `${match[1]}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return exists ? { text: shown, rest: text.slice(match[0].length) } : undefined;
}

function readTime(text: string): Clock | undefined {
  const match = time.exec(text);
  if (!match) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const shown = [hour, minute, second].map((value) => String(value).padStart(2, '0')).join(':');
  return { text: `${shown}.${(match[4] ?? '').padEnd(6, '0')}`, rest: text.slice(match[0].length) };
}

function readDateTime(text: string): Clock | undefined {
  const day = readDate(text);
  if (!day) return undefined;
  const joined = /^(?:[Tt ]\s*)(?=\d)/.exec(day.rest)?.[0];
  const clock = joined === undefined ? undefined : readTime(day.rest.slice(joined.length));
  return clock
    ? { text: `${day.text} ${clock.text}`, rest: clock.rest }
    : { text: `${day.text} 00:00:00.000000`, rest: day.rest };
}

function inUtc(local: string, zone: Zone): string | undefined {
  const [whole = '', fraction = ''] = local.split('.');
  const asUtc = Date.parse(`${whole.replace(' ', 'T')}Z`);
  const minutes = 'minutes' in zone ? zone.minutes : zoneMinutes(asUtc, zone.name);
  const shown = new Date(asUtc - minutes * 60_000).toISOString();
  return /^(?!0000)\d{4}-/.test(shown) ? `${shown.slice(0, 19).replace('T', ' ')}.${fraction}` : undefined;
}

/** The offset of a zone at a local time; the first one in an ambiguous hour. */
function zoneMinutes(local: number, name: string): number {
  const before = offsetAt(local - 86_400_000, name);
  const guess = offsetAt(local - before * 60_000, name);
  return guess === before ? before : offsetAt(local - guess * 60_000, name) === guess ? guess : before;
}

function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return Math.round((local - instant) / 60_000);
}
