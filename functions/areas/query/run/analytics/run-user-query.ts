import type { Handler } from '../../../../http/exchange.ts';
import type { queryApi } from '../api.ts';
import type { QueryServices } from '../services.ts';
import { answerLimits, truncatedHeader } from './first-rows.ts';
import { metadataOf, withUserRows } from './user-rows.ts';

export const runUserQuery: Handler<(typeof queryApi)['endpoints']['runUserQuery'], QueryServices> = (
  { params, body, ...caller },
  services,
) =>
  withUserRows({ ...params, ...body }, caller, services, async (asked) => {
    const { rows: results, truncated } = await asked.run(body.query, answerLimits);
    const counted = await asked.count();
    return {
      status: 200,
      body: { results, metadata: { ...metadataOf(asked, counted), customQuery: body.query } },
      ...truncatedHeader(truncated),
    };
  });
