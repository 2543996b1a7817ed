import type { SeasonField, SeasonWeather } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import type { Units } from './read-units.ts';

/** What crops of field operations are called where growing degree days are counted. */
const growingCrops: [pattern: RegExp, crop: string][] = [
  [/soy/i, 'soybean'],
  [/corn|maize/i, 'corn'],
  [/wheat/i, 'wheat'],
  [/barley/i, 'barley'],
  [/canola|rape/i, 'canola'],
  [/sunflower/i, 'sunflower'],
  [/beet/i, 'sugarBeet'],
  [/potato/i, 'potato'],
  [/cotton/i, 'cotton'],
];

const millisecondsPerDay = 86_400_000;
/** Days that one request may span. */
const maxDays = 366;

interface AgronomyDay {
  date: string;
  precipitation: number | null;
  growingDegreeDays: number | null;
}

interface WeatherRequest {
  field: SeasonField;
  /** Days, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  /** A crop of `growingCrop`. */
  crop: string;
  units: Units;
  /** Growing degree days count from this day on. */
  countedFrom: string;
}

/** The crop whose growing degree days are counted: that of a field operation, else corn. @example growingCrop(['soybeans']) // 'soybean' */
export function growingCrop(crops: readonly string[]): string {
  return growingCrops.find(([pattern]) => crops.some((crop) => pattern.test(crop)))?.[1] ?? 'corn';
}

/** Weather of each day, with growing degree days summed. Empty for a season that has not begun. @throws ApiProblem */
export async function readWeather(
  api: ConsoleApi,
  request: WeatherRequest,
): Promise<Pick<SeasonWeather, 'days' | 'isSynthetic'>> {
  const { field, from, to, crop, units, countedFrom } = request;
  const path = `/services/weather/api/users/${field.svcUserId}/weather/agronomy/field/${encodeURIComponent(field.id)}/daily`;
  const parts = spans(from, to).map(([startTime, endTime]) =>
    api.marked<AgronomyDay[]>(`${path}?${new URLSearchParams({ startTime, endTime, crop, units })}`),
  );
  let sum = 0;
  const read = await Promise.all(parts);
  const days = read.flatMap(({ body }) =>
    body.map(({ date, precipitation, growingDegreeDays }) => {
      if (date >= countedFrom) sum += growingDegreeDays ?? 0;
      return { date, rain: precipitation, growingDegreeDays: sum };
    }),
  );
  return { days, isSynthetic: read.some(({ isSynthetic }) => isSynthetic) };
}

/** The days in spans of at most a year. @example spans('2023-10-01', '2024-12-31') // [['2023-10-01', '2024-09-30'], ['2024-10-01', '2024-12-31']] */
export function spans(from: string, to: string): [from: string, to: string][] {
  const found: [string, string][] = [];
  const last = Date.parse(to);
  for (let start = Date.parse(from); start <= last; start += maxDays * millisecondsPerDay) {
    const end = Math.min(last, start + (maxDays - 1) * millisecondsPerDay);
    found.push([start, end].map((time) => new Date(time).toISOString().slice(0, 10)) as [string, string]);
  }
  return found;
}
