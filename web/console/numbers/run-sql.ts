import { request } from '../../api/client.ts';
import { queryPath } from '../how/question.ts';
import type { ConsoleApi } from '../session/console-api.ts';

export type Row = Record<string, number | string | boolean | null>;

/** Rows of a query, however large its result is. @throws ApiProblem */
export async function runSql(api: ConsoleApi, sql: string, signal?: AbortSignal): Promise<Row[]> {
  const body = new Blob([sql], { type: 'text/plain' });
  const result = await api.send<Row[] | { url: string } | undefined>('POST', queryPath, body, signal);
  if (!result) return [];
  return Array.isArray(result) ? result : request<Row[]>(result.url, { method: 'GET', signal });
}
