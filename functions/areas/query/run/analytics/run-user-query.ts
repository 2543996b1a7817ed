import type { Handler } from '../../../../http/exchange.ts';
import { lenientApplied, prefersLenient } from '../../../../http/prefer.ts';
import { resultTooLarge } from '../../execution/limits.ts';
import { truncatedHeader } from '../../execution/show.ts';
import type { queryApi } from '../api.ts';
import type { QueryServices } from '../services.ts';
import { answerLimits } from './first-rows.ts';
import { metadataOf, withUserRows } from './user-rows.ts';

export const runUserQuery: Handler<(typeof queryApi)['endpoints']['runUserQuery'], QueryServices> = (
  { params, body, ...caller },
  services,
) =>
  withUserRows({ ...params, ...body }, caller, services, async (asked) => {
    const { rows: results, truncated } = await asked.run(body.query, answerLimits);
    if (truncated && !prefersLenient(caller.request)) throw tooLarge();
    const counted = await asked.count();
    return {
      status: 200,
      body: { results, metadata: { ...metadataOf(asked, counted), customQuery: body.query } },
      headers: { ...truncatedHeader({ truncated }), ...lenientApplied(caller.request) },
    };
  });

const tooLarge = () =>
  resultTooLarge(
    `${answerLimits.rows.toLocaleString('en')} rows or ${answerLimits.bytes / 1e6} MB`,
    'export it as GeoParquet (POST /export-query-geoparquet); or send it to POST /query with "Prefer: respond-async", and name the user in it',
  );
