import { Problem } from '../../../../domain/errors.ts';
import { queryProblemDetails } from '../../../../domain/query/problem.ts';
import type { QueryRecord } from '../../../../domain/query/query-record.ts';
import type { Handler } from '../../../http/exchange.ts';
import { prefersAsync } from '../../../http/prefer.ts';
import { answerQuery } from './answer-query.ts';
import type { queryApi } from './api.ts';
import type { QueryServices } from './services.ts';
import { startQuery } from './start-query.ts';

type Operations = typeof queryApi.endpoints;

/** API Gateway takes 10 kB of address and headers together. */
const maxInAddress = 8_000;

export const runQuery: Handler<Operations['runQuery'], QueryServices> = async (
  { body: text, owner, request, once },
  services,
) => {
  if (prefersAsync(request))
    return once<QueryRecord>(...startQuery({ text, kind: 'ROWS' }, { owner, request }, services));
  return answerQuery(text, { owner, request }, services);
};

export const runQueryInAddress: Handler<Operations['runQueryInAddress'], QueryServices> = async (
  { query: { sql }, owner, request, once },
  services,
) => {
  if (sql.length > maxInAddress) {
    const detail = 'The query is too long for a URL. POST it to the same path as text/plain.';
    throw new Problem('invalid', detail, queryProblemDetails('query_too_large'));
  }
  const caller = { owner, request };
  if (prefersAsync(request)) return once<QueryRecord>(...startQuery({ text: sql, kind: 'ROWS' }, caller, services));
  return answerQuery(sql, caller, services);
};
