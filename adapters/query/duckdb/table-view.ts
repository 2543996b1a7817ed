import { storedColumns } from '../../../domain/query/tables/stored-columns.ts';
import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { storedType } from './stored-type.ts';

/** A query for all rows of some files of a table. Each file has every column, so that one shows the columns of all. */
export function viewSql(
  ownerId: string,
  { columns, only, without = [] }: CatalogueTable,
  paths: readonly string[],
): string {
  const owner = only.owner === undefined ? '' : `, ${text(ownerId)} as owner`;
  if (paths.length > 0)
    return `select *${owner} from read_parquet([${paths.map(text).join(', ')}], hive_partitioning = false)`;
  const stored = [...storedColumns(columns)].map(([name, type]) => `null::${storedType(type)} as ${identifier(name)}`);
  stored.push(...without.map((name) => `null::varchar as ${identifier(name)}`));
  return `select ${stored.join(', ')}${owner} where false`;
}
