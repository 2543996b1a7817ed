import { limits, limitText } from '../../../../domain/limits.ts';
import { environmentNumber } from '../../../http/environment.ts';

export interface ResultCaps {
  rows: number;
  /** Size of the rows as JSON. */
  bytes: number;
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
