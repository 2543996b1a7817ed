import type { Land } from '../../api/uploads.ts';
import { groundExtent } from '../../map/shapes.ts';
import type { CountedDays, SeasonField, SeasonWeather } from '../season/season.ts';
import type { DatedOperation } from '../season/season-of.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { dateOf } from '../text/dates.ts';
import type { Units } from './read-settings.ts';

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
  counted: CountedDays;
}

/** The crop whose growing degree days are counted: that of a field operation, else corn. @example growingCrop(['soybeans']) // 'soybean' */
export function growingCrop(crops: readonly string[]): string {
  return growingCrops.find(([pattern]) => crops.some((crop) => pattern.test(crop)))?.[1] ?? 'corn';
}

/** When summer crops are usually in the ground, where no planting was recorded: the first of May, south of the equator the first of November before. */
const usualPlanting = (year: number, latitude: number) => (latitude < 0 ? `${year - 1}-11-01` : `${year}-05-01`);

/**
 * The days whose growing degree days are counted: from planting, or a usual day of it, to the last harvest.
 *
 * @param work of the season, the oldest first.
 * @example countedDays([{ type: 'harvested', startTime: '2016-09-19T16:45:51Z' }], 2016, boundary) // { from: '2016-05-01', to: '2016-09-19', isPlanted: false }
 */
export function countedDays(work: readonly DatedOperation[], year: number, boundary: Land | undefined): CountedDays {
  const planting = work.find(({ type }) => type === 'planted');
  const harvest = work.findLast(({ type }) => type === 'harvested');
  const latitude = (boundary && groundExtent(boundary)?.ymin) ?? 0;
  return {
    from: planting ? dateOf(planting.startTime) : usualPlanting(year, latitude),
    ...(harvest && { to: dateOf(harvest.startTime) }),
    isPlanted: planting !== undefined,
  };
}

/** Weather of each day, with growing degree days summed. Empty for a season that has not begun. @throws ApiProblem */
export async function readWeather(
  api: ConsoleApi,
  request: WeatherRequest,
): Promise<Pick<SeasonWeather, 'days' | 'isSynthetic'>> {
  const { field, from, to, crop, units, counted } = request;
  const path = `/services/weather/api/users/${field.svcUserId}/weather/agronomy/field/${encodeURIComponent(field.id)}/daily`;
  const parts = spans(from, to).map(([startTime, endTime]) =>
    api.marked<AgronomyDay[]>(`${path}?${new URLSearchParams({ startTime, endTime, crop, units })}`),
  );
  let sum = 0;
  const read = await Promise.all(parts);
  const days = read.flatMap(({ body }) =>
    body.map(({ date, precipitation, growingDegreeDays }) => {
      if (date >= counted.from && (counted.to === undefined || date <= counted.to)) sum += growingDegreeDays ?? 0;
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
