import type { Scene, SeasonWeather } from '../season/season.ts';

/** Columns of the axis by days, as uPlot takes them: seconds since 1970, then rain, growing degree days and NDVI; null where a day has none. */
export type AxisColumns = [number[], (number | null)[], (number | null)[], (number | null)[]];

const secondsPerDay = 86_400;
/** A scene with fewer clear pixels says little of the field. */
const minClearPercent = 50;

const secondsOf = (date: string) => Date.parse(date) / 1_000;

/** One row for each day of the range. @param range days, `YYYY-MM-DD`, both included. */
export function axisColumns(
  { from, to }: { from: string; to: string },
  weather: SeasonWeather | undefined,
  scenes: readonly Scene[],
): AxisColumns {
  const days = new Map(weather?.days.map((day) => [day.date, day]));
  const greenness = new Map(
    scenes.flatMap(({ date, ndvi, clear }) =>
      ndvi !== null && (clear ?? 0) >= minClearPercent ? [[date.slice(0, 10), ndvi] as const] : [],
    ),
  );
  const columns: AxisColumns = [[], [], [], []];
  for (let time = secondsOf(from); time <= secondsOf(to); time += secondsPerDay) {
    const date = new Date(time * 1_000).toISOString().slice(0, 10);
    const day = days.get(date);
    columns[0].push(time);
    columns[1].push(day?.rain ?? null);
    columns[2].push(day?.growingDegreeDays ?? null);
    columns[3].push(greenness.get(date) ?? null);
  }
  return columns;
}

/** What a month of the season had. */
export interface MonthRow {
  /** The first of its days in the season, `YYYY-MM-DD`. */
  date: string;
  /** Undefined if no day is known. */
  rain: number | undefined;
  /** At the end of the month. */
  growingDegreeDays: number | undefined;
  /** Mean of the clear scenes. */
  ndvi: number | undefined;
}

/** The axis as a table: a row for each month that has a value. */
export function monthRows([times, rain, growing, ndvi]: AxisColumns): MonthRow[] {
  const months = new Map<string, number[]>();
  for (const [index, time] of times.entries()) {
    const month = new Date(time * 1_000).toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), index]);
  }
  const known = (column: (number | null)[], days: readonly number[]) =>
    days.map((day) => column[day]).filter((value): value is number => typeof value === 'number');
  return [...months.values()]
    .map((days) => {
      const [rains, greens] = [known(rain, days), known(ndvi, days)];
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      return {
        date: new Date((times[days[0] ?? 0] ?? 0) * 1_000).toISOString().slice(0, 10),
        rain: rains.length > 0 ? sum(rains) : undefined,
        growingDegreeDays: known(growing, days).at(-1),
        ndvi: greens.length > 0 ? sum(greens) / greens.length : undefined,
      };
    })
    .filter((row) => row.rain !== undefined || row.growingDegreeDays !== undefined || row.ndvi !== undefined);
}
