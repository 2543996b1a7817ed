import * as z from 'zod';
import { type QueryRecord, queryRecordSchema } from '../../../../domain/query/query-record.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { pointlakeBase } from '../../../http/pointlake-base.ts';

/** A query as it is answered. */
export const shownQuerySchema = queryRecordSchema
  .extend({ downloadResults: z.url().optional().describe('The URL of the whole result, once there is one.') })
  .meta({ id: 'ShownQuery' });

/** Where a query is, below the base of the API. */
function queryPath(id: string): string {
  return `${pointlakeBase}/queries/${id}`;
}

/**
 * The header of a result with fewer rows than its query has; empty for a whole result.
 *
 * @example truncatedHeader({ truncated: true }) // { 'x-truncated': 'true' }
 */
export function truncatedHeader({ truncated }: { truncated?: boolean | undefined }): Record<string, string> {
  return truncated ? { 'x-truncated': 'true' } : {};
}

export function shownQuery(request: RequestContext, query: QueryRecord): z.input<typeof shownQuerySchema> {
  if (!query.rows) return query;
  return { ...query, downloadResults: `${request.base}${queryPath(query.id)}/download` };
}
