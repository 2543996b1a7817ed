import type { DayRange } from './days.ts';

/** Values by variable in metric units, each list as long as `time`; variables that the source does not provide are absent. */
export interface Series {
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`, in UTC, ascending. */
  time: string[];
  values: Record<string, (number | string | null)[]>;
}

/** Weather of one grid cell. */
export interface Weather {
  daily: Series;
  hourly: Series;
}

/**
 * The part of weather that lies in a range of days.
 *
 * @example const { daily } = within(weather, { from: '2026-05-01', to: '2026-05-07' });
 */
export function within({ daily, hourly }: Weather, range: DayRange): Weather {
  return { daily: cut(daily, range), hourly: cut(hourly, range) };
}

/** Joins consecutive pieces of weather. */
export function joined(pieces: readonly Weather[]): Weather {
  const [only, ...others] = pieces;
  if (only && others.length === 0) return only;
  return {
    daily: joinedSeries(pieces.map(({ daily }) => daily)),
    hourly: joinedSeries(pieces.map(({ hourly }) => hourly)),
  };
}

function cut({ time, values }: Series, { from, to }: DayRange): Series {
  const isInside = (text: string) => text.slice(0, 10) >= from && text.slice(0, 10) <= to;
  const first = time.findIndex(isInside);
  if (first < 0) return { time: [], values: {} };
  const end = time.findLastIndex(isInside) + 1;
  const cutValues = Object.entries(values).map(([name, list]) => [name, list.slice(first, end)]);
  return { time: time.slice(first, end), values: Object.fromEntries(cutValues) };
}

function joinedSeries(parts: readonly Series[]): Series {
  const names = new Set(parts.flatMap(({ values }) => Object.keys(values)));
  const listOf = (name: string) => parts.flatMap(({ time, values }) => values[name] ?? time.map(() => null));
  return {
    time: parts.flatMap(({ time }) => time),
    values: Object.fromEntries([...names].map((name) => [name, listOf(name)])),
  };
}
