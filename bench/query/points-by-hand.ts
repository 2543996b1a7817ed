import { identifier } from '../../adapters/duckdb/sql-text.ts';
import { pointColumns } from '../../domain/machine-files/points/point-columns.ts';

/** The points of some files, with plain column names. @param files a list, as SQL. */
export function pointsByHand(files: string): string {
  const measured = pointColumns.flatMap(({ measured }) => measured);
  const stored = measured.map((column) => identifier(column.stored)).join(', ');
  const named = measured.map((column) => `${identifier(column.stored)} as ${identifier(column.name)}`).join(', ');
  return `select * exclude (${stored}), ${named} from read_parquet(${files})`;
}
