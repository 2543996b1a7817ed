import type { CatalogueColumn, CatalogueTable } from '../../domain/query/catalogue.ts';
import type { SqlType } from '../../domain/query/types/sql-type.ts';
import { identifier, text } from '../machine-files/work-database.ts';
import { storedType } from '../query/duckdb/stored-type.ts';

/** A row of 100,000 vertices takes 3 MB as text. */
const longestRow = 64_000_000;
/** Rows of shapes are some kilobytes, so that a group has some megabytes. */
const rowsInGroup = 5_000;

export interface ShardFiles {
  /** The shard as it was. */
  old: string | undefined;
  /** What of it no longer holds, and what holds instead: a JSON value a line. */
  changed: string;
  news: string;
  written: string;
}

/** SQL that makes the new file of a shard out of the old one and what has changed. */
export function shardSql(
  { columns }: CatalogueTable,
  { old, changed, news, written }: ShardFiles,
  ingestId: string,
): string[] {
  const names = columns.map(nameOf).map(identifier).join(', ');
  const given = columns.map((column) => `${text(nameOf(column))}: ${text(givenType(column.type))}`);
  const read = `read_json(${text(news)}, format = 'newline_delimited', maximum_object_size = ${longestRow}, columns = {${given.join(', ')}})`;
  const fresh = `select ${columns.map((column) => `${valueSql(column)} as ${identifier(nameOf(column))}`).join(', ')} from ${read}`;
  const ids = `read_json(${text(changed)}, format = 'newline_delimited', columns = {svcUserId: 'varchar', id: 'varchar'})`;
  const typed = columns.map(({ type, ...column }) => `null::${storedType(type)} as ${identifier(nameOf(column))}`);
  return [
    `create table changed as from ${ids}`,
    `create view former as select ${names} from (select ${typed.join(', ')} where false${old ? ` union all by name select * from read_parquet(${text(old)})` : ''})`,
    `copy (
      select ${names}, ${text(ingestId)} as "ingestId" from (
        select ${names} from former
          where not exists (from changed where changed.svcUserId = former.svcUserId and (changed.id is null or changed.id = former.id))
        union all ${fresh}
      ) order by "svcUserId", "id"
    ) to ${text(written)} (format parquet, compression zstd, row_group_size ${rowsInGroup})`,
  ];
}

function nameOf({ stored }: Pick<CatalogueColumn, 'stored'>): string {
  if ('column' in stored) return stored.column;
  throw new Error('rows of points are not written here');
}

/** How values stand in JSON. */
function givenType(type: SqlType): string {
  return type.kind === 'GEOGRAPHY' || type.kind === 'TIMESTAMP' ? 'varchar' : storedType(type);
}

function valueSql(column: CatalogueColumn): string {
  const name = identifier(nameOf(column));
  if (column.type.kind === 'GEOGRAPHY') return `unhex(${name})`;
  if (column.type.kind === 'TIMESTAMP') return `rtrim(${name}, 'Z')::timestamp_ms::timestamp`;
  return name;
}
