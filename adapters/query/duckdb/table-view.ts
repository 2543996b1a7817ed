import type * as duckDbModule from '@duckdb/node-api';
import { lakeNameIn } from '../../../domain/files/lake-keys.ts';
import { storedColumns, wholeEarth } from '../../../domain/query/tables/stored-columns.ts';
import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { storedType } from './stored-type.ts';

/**
 * A query for all rows of some files, with every column of the table: files of earlier releases may lack some, such as
 * files of points with numbers in the units of their machine file.
 *
 * @param withoutBox those of the files without boxes, whose rows may be anywhere.
 */
export function viewSql(
  ownerId: string,
  { columns, only, without = [], isUniform }: CatalogueTable,
  paths: readonly string[],
  withoutBox: ReadonlySet<string>,
): string {
  const owner = only.owner === undefined ? '' : `, ${text(ownerId)} as owner`;
  if (isUniform && paths.length > 0 && paths.every((path) => lakeNameIn(path).isCurrent))
    return `select *${owner} from read_parquet(${listOf(paths)}, hive_partitioning = false)`;
  const stored = [...storedColumns(columns)].map(([name, type]) => `null::${storedType(type)} as ${identifier(name)}`);
  stored.push(...without.map((name) => `null::varchar as ${identifier(name)}`));
  const none = `select ${stored.join(', ')}${owner} where false`;
  const everywhere = [...wholeEarth(columns)].map(([name, degrees]) => `, ${degrees}::double as ${identifier(name)}`);
  const read = (some: readonly string[], more = '') =>
    some.length === 0
      ? ''
      : ` union all by name select *${more}${owner} from read_parquet(${listOf(some)}, hive_partitioning = false, union_by_name = true)`;
  const [boxed, others] = [false, true].map((is) => paths.filter((path) => withoutBox.has(path) === is)) as [
    string[],
    string[],
  ];
  return `${none}${read(boxed)}${read(others, everywhere.join(''))}`;
}

const listOf = (paths: readonly string[]) => `[${paths.map(text).join(', ')}]`;

/**
 * The files of releases before tables had boxes. Their boxes get default values, so that no predicate has to test for
 * NULL, for which every row group would be read.
 */
export async function withoutBoxes(
  connection: duckDbModule.DuckDBConnection,
  { columns }: CatalogueTable,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const [side] = wholeEarth(columns).keys();
  if (side === undefined || paths.length === 0) return new Set();
  const read = await connection.runAndReadAll(
    `select file_name from parquet_schema(${listOf(paths)}) group by file_name having not bool_or(name = ${text(side)})`,
  );
  return new Set(read.getRows().map(([path]) => String(path)));
}
