import { Problem } from '../../../../domain/errors.ts';
import { limits, limitText } from '../../../../domain/limits.ts';
import { queryProblemDetails } from '../../../../domain/query/problem.ts';
import { environmentNumber } from '../../../http/environment.ts';

export interface ResultCaps {
  rows: number;
  /** Size of the rows as JSON. */
  bytes: number;
  /** The problem of a result beyond them; without it, the result is cut there. */
  tooLarge?: () => Problem;
}

/** A result that is waited for. The environment may set a shorter time. */
export const waitedFor = {
  rows: limits.queryRows,
  bytes: limits.queryBytes,
  milliseconds: environmentNumber('QUERY_MILLISECONDS', limits.querySeconds * 1000),
  advice: ` With the header "Prefer: respond-async" it has ${limitText.storedQuerySeconds}.`,
};

/** The result of an asynchronous query. */
export const madeLater = {
  rows: limits.storedQueryRows,
  bytes: limits.storedQueryBytes,
  milliseconds: limits.storedQuerySeconds * 1000,
};

/** Rows of a stored result in one page by default. */
export const usualPage = 1_000;

const fewer = 'Use LIMIT, aggregate, or narrow it by a field, a user or a time';
const orCut = ' With "Prefer: handling=lenient" the first rows are returned, with "X-Truncated: true".';

/**
 * 400 for a result that does not fit, with the ways to get all of it.
 *
 * @param fits the maximum, in words.
 * @param otherWays what holds more, as the end of a sentence.
 */
export function resultTooLarge(fits: string, otherWays: string): Problem {
  const detail = `The result has more than ${fits}. ${fewer}; ${otherWays}.${orCut}`;
  return new Problem('invalid', detail, queryProblemDetails('result_too_large'));
}

/** The caps of a synchronous query. */
export const synchronousCaps = (isLenient: boolean): ResultCaps => ({
  ...waitedFor,
  ...(!isLenient && {
    tooLarge: () =>
      resultTooLarge(
        `${limitText.queryRows} rows or ${limitText.queryBytes}`,
        `export it as GeoParquet (POST /export-query-geoparquet, up to ${limitText.exportBytes}); or send it with "Prefer: respond-async" (up to ${limitText.storedQueryRows} rows or ${limitText.storedQueryBytes})`,
      ),
  }),
});

/** The caps of an asynchronous query. */
export const asynchronousCaps = (isLenient: boolean): ResultCaps => ({
  ...madeLater,
  ...(!isLenient && {
    tooLarge: () =>
      resultTooLarge(
        `${limitText.storedQueryRows} rows or ${limitText.storedQueryBytes}`,
        'export it as GeoParquet, which packs rows more densely; or send a query for each part of it',
      ),
  }),
});
