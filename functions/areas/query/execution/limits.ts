import { environmentNumber } from '../../../http/environment.ts';

/** Limits of a query. Those of an answer come from API Gateway or Lambda; the others are chosen. */

/** A response of Lambda has at most 6 MB, with bytes in base64. */
export const maxInAnswer = 4_500_000;

export interface ResultCaps {
  rows: number;
  /** Size of the rows as JSON. */
  bytes: number;
}

/** A result that is waited for. API Gateway gives up after 30 s; two of the 25 that are promised are for a cold start. Less may be said. */
export const waitedFor = {
  rows: 1_000_000,
  bytes: 250_000_000,
  milliseconds: environmentNumber('QUERY_MILLISECONDS', 23_000),
  advice: ' With the header "Prefer: respond-async" it has 14 minutes.',
};

/** The result of an asynchronous query. Lambda ends after 15 minutes; one is for what comes before and after. */
export const madeLater = { rows: 10_000_000, bytes: 2_000_000_000, milliseconds: 14 * 60_000 };

/** Bytes of one GeoParquet file, which the disk of a function holds beside the points. */
export const maxOfExport = 1_000_000_000;

/** Rows of a stored result in one page. They are many and small, and what an answer holds ends a page too. */
export const usualPage = 1_000;
export const maxPage = 10_000;
