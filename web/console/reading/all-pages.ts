import type { ConsoleApi } from '../session/console-api.ts';

const pageSize = 100;
/** A list of a screen; longer ones end here. */
const maxPages = 50;

/**
 * All rows of a list, page by page, up to 5,000.
 *
 * @param path of the list, with or without a query.
 * @throws ApiProblem
 * @example const fields = await allPages<Field>(api, `/services/fields/api/fields?svcUserId=${id}`);
 */
export async function allPages<T>(api: ConsoleApi, path: string): Promise<T[]> {
  const rows: T[] = [];
  const separator = path.includes('?') ? '&' : '?';
  for (let page = 0; page < maxPages; page += 1) {
    const read = await api.get<T[]>(`${path}${separator}size=${pageSize}&page=${page}`);
    rows.push(...read);
    if (read.length < pageSize) break;
  }
  return rows;
}
