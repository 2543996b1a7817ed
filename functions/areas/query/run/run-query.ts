import type { Owner } from '../../../../domain/access/owner.ts';
import { Problem } from '../../../../domain/errors.ts';
import { queryProblemDetails } from '../../../../domain/query/problem.ts';
import type { Handler, RequestContext } from '../../../http/exchange.ts';
import { prefersAsync } from '../../../http/prefer.ts';
import { answerQuery } from './answer-query.ts';
import type { queryApi } from './api.ts';
import type { QueryServices } from './services.ts';
import { startQuery } from './start-query.ts';

type Operations = typeof queryApi.endpoints;

/** API Gateway takes 10 kB of address and headers together. */
const maxInAddress = 8_000;

export const runQuery: Handler<Operations['runQuery'], QueryServices> = ({ body, owner, request }, services) =>
  nowOrLater(body, { owner, request }, services);

export const runQueryInAddress: Handler<Operations['runQueryInAddress'], QueryServices> = async (
  { query: { sql }, owner, request },
  services,
) => {
  if (sql.length > maxInAddress) {
    const detail = 'The query is too long for a URL. POST it to the same path as text/plain.';
    throw new Problem('invalid', detail, queryProblemDetails('query_too_large'));
  }
  return nowOrLater(sql, { owner, request }, services);
};

function nowOrLater(text: string, caller: { owner: Owner; request: RequestContext }, services: QueryServices) {
  if (prefersAsync(caller.request)) return startQuery({ text, kind: 'ROWS' }, caller, services);
  return answerQuery(text, caller, services);
}
