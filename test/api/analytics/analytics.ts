import type { Answer } from '../owner.ts';
import { type Harvested, queryService, type Row } from '../query/query.ts';

export interface Metadata {
  totalFiles: number;
  processedFiles: number;
  failedFiles: number;
  totalPoints: number;
  processingTimeMs: number;
  sampleRate: number;
  customQuery?: string;
  errors: unknown[];
}

export const analytics = (svcUserId: string) => `${queryService}/beta/analytics/user/${svcUserId}`;

export interface QueryResult {
  results: Row[];
  metadata: Metadata;
}

export function runUserQuery<T = QueryResult>(
  { owner, svcUserId }: Pick<Harvested, 'owner' | 'svcUserId'>,
  query: string,
  range: { startDate?: string; endDate?: string } = {},
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  return owner.post(`${analytics(svcUserId)}/sql`, { query, ...range }, { headers });
}
