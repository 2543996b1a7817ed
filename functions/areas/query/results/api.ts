import * as z from 'zod';
import type { Clock } from '../../../../domain/clock.ts';
import { limits, limitText } from '../../../../domain/limits.ts';
import { wholeNumber } from '../../../../domain/parameters.ts';
import type { QueryStore, StoredQuery } from '../../../../domain/query/query-store.ts';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineArea } from '../../../http/endpoint.ts';
import { type Finder, orNotFound } from '../../../http/existence.ts';
import { idInPath } from '../../../http/parameters.ts';
import { pointlakeBase } from '../../../http/pointlake-base.ts';
import { usualPage } from '../execution/limits.ts';
import { shownQuerySchema } from '../execution/show.ts';

const common = { access: 'owner', permission: ['query:read', 'query:export'], addition: true } as const;
const params = z.strictObject({ queryId: idInPath.describe('Id of the query, as the answer to its request has it.') });

/** A query whose time is over is gone. */
const queryInPath: Finder<
  { params: { queryId: string } },
  { queries: Pick<QueryStore, 'get'>; clock: Clock },
  StoredQuery
> = async ({ ownerId, params: { queryId } }, { queries, clock }) => {
  const stored = await queries.get(ownerId, queryId);
  const isKept = stored && Date.parse(stored.query.expiresTime) > clock.now();
  return orNotFound(isKept ? stored : undefined, 'query', queryId);
};
const notYet = 'There is no result: the query has not ended, has failed or was cancelled.';
const gone = 'The result was removed because it may contain points of a user who was erased. Run the query again.';

/** Area Q: asynchronous queries. */
export const queriesApi = defineArea({
  name: 'queries',
  title: 'Asynchronous SQL queries',
  letter: 'Q',
  description:
    'Asynchronous queries, started with `Prefer: respond-async`. A query and its result are kept for a day. Another owner’s query returns 404.',
  base: pointlakeBase,
  endpoints: {
    getQuery: {
      ...common,
      method: 'GET',
      path: '/queries/{queryId}',
      summary: 'Get the status of a query',
      params,
      exists: { query: queryInPath },
      responses: { 200: { description: 'The query.', schema: shownQuerySchema } },
    },
    cancelQuery: {
      ...common,
      method: 'DELETE',
      path: '/queries/{queryId}',
      summary: 'Cancel a query',
      description: 'A running query is stopped within seconds. A query that has ended does not change.',
      params,
      exists: { query: queryInPath },
      responses: { 204: { description: 'The query is no longer running.' } },
    },
    listQueryRows: {
      ...common,
      method: 'GET',
      path: '/queries/{queryId}/results',
      summary: 'Get a page of rows of a result',
      description:
        'Rows in the order of the query. If a page has more than a response can hold, its end is cut off; `Link: rel="next"` continues after the last row. A page that was requested by its number is refused with `pageTooLarge` instead.',
      params,
      exists: { query: queryInPath },
      query: z.strictObject({
        page: wholeNumber(0, 100_000_000).optional().describe('Page number, from 0.'),
        size: wholeNumber(1, limits.storedPageRows)
          .optional()
          .describe(`Rows in a page; default ${usualPage.toLocaleString('en')}, maximum ${limitText.storedPageRows}.`),
        cursor: z
          .string()
          .max(200)
          .regex(/^[\w-]+$/, 'must be taken unchanged from a Link header')
          .optional()
          .describe('Position at which the page begins, taken from `Link: rel="next"`. Takes precedence over `page`.'),
      }),
      conflict: notYet,
      errors: { 410: gone },
      responses: {
        200: {
          description: 'Rows as objects with a member per column.',
          headers: {
            'X-Total-Count': 'How many rows the result has.',
            Link: 'URLs of the `first`, `prev`, `next` and `last` page; `next` carries a cursor.',
          },
          contentType: 'application/json',
          describes: z.array(z.record(z.string(), z.unknown()).meta({ id: 'QueryRow' })),
        },
      },
    },
    downloadQueryResult: {
      ...common,
      method: 'GET',
      path: '/queries/{queryId}/download',
      summary: 'Download a whole result',
      description: 'A JSON array of all rows, or a GeoParquet file.',
      params,
      exists: { query: queryInPath },
      conflict: notYet,
      errors: { 410: gone },
      responses: { ...downloadResponses, 204: { description: 'The result has no rows.' } },
    },
  },
});
