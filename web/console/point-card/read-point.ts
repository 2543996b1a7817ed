import { countedFiles } from '../../../domain/operations/counted-files.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { columnsOf, type PointColumn, type PointRow } from './point-columns.ts';

const sqlPath = '/services/pointlake/api/v2';
/** Layers round positions to a millionth of a degree. */
const reachDegrees = 6e-7;

/** Reads all columns of points of one operation by SQL. */
export interface PointColumnsReader {
  /** @throws ApiProblem */
  read(at: readonly [lon: number, lat: number], signal: AbortSignal): Promise<PointColumn[]>;
}

/** @param shown the units of the operation's layers by property. */
export function pointColumnsReader(
  api: ConsoleApi,
  operationId: string,
  shown: Record<string, string>,
): PointColumnsReader {
  const files = api.get<{ files: string[]; repeatedFiles?: string[] }>(
    `/services/operations/api/operations/${operationId}`,
  );
  const tables = api.get<{ name: string; columns: { name: string; unit?: string }[] }[]>(`${sqlPath}/tables`);
  // A failure is told where it is waited for.
  files.catch(() => undefined);
  tables.catch(() => undefined);
  return {
    async read([lon, lat], signal) {
      const sql = pointSql(countedFiles(await files), lon, lat);
      const [rows, known] = await Promise.all([
        api.get<PointRow[] | undefined>(`${sqlPath}/query?sql=${encodeURIComponent(sql)}`, signal),
        tables,
      ]);
      const columns = known.find(({ name }) => name === 'points')?.columns ?? [];
      const column = Object.fromEntries(columns.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));
      return columnsOf(rows?.[0] ?? {}, { column, shown });
    },
  };
}

/** The points of files at a position. @example pointSql(['01a2…'], -93.15, 41.66) */
export function pointSql(fileIds: readonly string[], lon: number, lat: number): string {
  const between = (degrees: number) =>
    `${(degrees - reachDegrees).toFixed(7)} AND ${(degrees + reachDegrees).toFixed(7)}`;
  const files = fileIds.map((id) => `'${id}'`).join(', ');
  return `SELECT * EXCEPT (geometry)\nFROM points\nWHERE fileId IN (${files})\n  AND longitude BETWEEN ${between(lon)}\n  AND latitude BETWEEN ${between(lat)}\nORDER BY timestamp\nLIMIT 1`;
}
