import type { Handler } from '../../../../http/exchange.ts';
import { truncatedHeader } from '../../execution/show.ts';
import type { queryApi } from '../api.ts';
import type { QueryServices } from '../services.ts';
import { answerLimits, type ResultRow } from './first-rows.ts';
import { metadataOf, withUserRows } from './user-rows.ts';

/** Maximum size of the rows that are read. They have null members, which the answer omits. */
const readBytes = 3 * answerLimits.bytes;

export const samplePoints: Handler<(typeof queryApi)['endpoints']['samplePoints'], QueryServices> = (
  { params, query: { samplerate = 100, ...query }, ...caller },
  services,
) =>
  withUserRows({ ...params, ...query }, caller, services, async (asked) => {
    const text = sampleText(asked.ground, samplerate, answerLimits.rows + 1);
    const read = await asked.run(text, { rows: answerLimits.rows, bytes: readBytes });
    const points = fitting(read.rows.map(withoutNull));
    const truncated = read.truncated || points.length < read.rows.length;
    const counted = await asked.count();
    const sampleRate = truncated ? (100 * points.length) / counted.points : samplerate;
    return {
      status: 200,
      body: { points, metadata: { ...metadataOf(asked, counted), sampleRate } },
      headers: truncatedHeader({ truncated }),
    };
  });

const withoutNull = (row: ResultRow): ResultRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** The first rows, as many as one answer holds. */
function fitting(rows: ResultRow[]): ResultRow[] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    bytes += JSON.stringify(row).length + 1;
    return bytes > answerLimits.bytes;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Columns of `points` that maps show. */
const columns = `geometry, timestamp, operationType, crop, variety, recordingStatus, speed, elevation, area, equipmentWidth, appliedRate,
  appliedRateTarget, tankMix, seedRate, seedRateTarget, harvestMoisture, yieldVolume`;

/**
 * A number that a point keeps: of its position in ten-millionths of a degree and its time, mixed by primes small enough for INT64. It is squared
 * so that points in even rows do not fall into step.
 */
const mixed = `MOD(ABS(CAST(longitude * 1e7 AS INT64) * 73856093 + CAST(latitude * 1e7 AS INT64) * 19349663
  + COALESCE(UNIX_MILLIS(timestamp), 0) * 10007), 2147483647)`;
const lots = 2_147_483_629;
const lot = `MOD(mixed * mixed, ${lots})`;

/**
 * The points whose lot is small enough: the same each time, whatever other points there are. They come by their lots, so that the first of
 * them are an even sample too.
 */
export const sampleText = (ground: string, percent: number, limit: number): string =>
  `SELECT ${columns} FROM (SELECT *, ${mixed} AS mixed FROM points WHERE ${ground})
    WHERE ${lot} < ${Math.round((lots * percent) / 100)} ORDER BY ${lot}, timestamp, longitude, latitude LIMIT ${limit}`;
