import { queryPath } from '../how/question.ts';
import type { ConsoleApi } from '../session/console-api.ts';

export type Row = Record<string, number | string | boolean | null>;

/** Rows of a query. @throws ApiProblem */
export async function runSql(api: ConsoleApi, sql: string, signal?: AbortSignal): Promise<Row[]> {
  const rows = await api.send<Row[] | undefined>('POST', queryPath, new Blob([sql], { type: 'text/plain' }), signal);
  return rows ?? [];
}
