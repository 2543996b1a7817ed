import type { Handler } from '../../../../http/exchange.ts';
import type { queryApi } from '../api.ts';
import type { QueryServices } from '../services.ts';
import { answerLimits, type ResultRow, truncatedHeader } from './first-rows.ts';
import { metadataOf } from './metadata.ts';
import { sampleText } from './sample-query.ts';
import { withUserRows } from './user-rows.ts';

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
      ...truncatedHeader(truncated),
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
