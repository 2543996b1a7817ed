import { Problem } from '../../domain/errors.ts';
import { queryProblemDetails } from '../../domain/query/problem.ts';
import type { Handler } from '../http/exchange.ts';
import { answerQuery } from './answer-query.ts';
import type { queryApi } from './api.ts';
import type { QueryServices } from './services.ts';

type Operations = typeof queryApi.operations;

/** API Gateway takes 10 kB of address and headers together. */
const longestInAddress = 8_000;

export const runQuery: Handler<Operations['runQuery'], QueryServices> = ({ body, owner }, services) =>
  answerQuery(body, owner, services);

export const runQueryInAddress: Handler<Operations['runQueryInAddress'], QueryServices> = async (
  { query: { sql }, owner },
  services,
) => {
  if (sql.length > longestInAddress) {
    const detail = 'The query is too long for an address. POST it to the same path as text/plain.';
    throw new Problem('invalid', detail, queryProblemDetails('query_too_large'));
  }
  return answerQuery(sql, owner, services);
};
