import type { CatalogueTable } from '../../sql/catalogue.ts';
import { identifier, text } from '../duckdb/sql-text.ts';
import { noRowsSql, rowColumns, rowsSql } from './row-columns.ts';

/** Rows with shapes are some kilobytes, so that a row group is some megabytes. */
const rowsInGroup = 5_000;

export interface ShardFiles {
  /** Path of the former state. */
  old: string | undefined;
  /** Paths of the changed rows' keys and of their new rows, as JSON lines. */
  changed: string;
  news: string;
  written: string;
}

/** A table, and its column with the id of the record that a row was made from. */
export interface RowsOfRecords {
  table: CatalogueTable;
  recordColumn: string;
}

/** SQL that combines the former state of a shard with its changes. */
export function shardSql(
  { table, recordColumn }: RowsOfRecords,
  { old, changed, news, written }: ShardFiles,
  ingestId: string,
): string[] {
  const columns = rowColumns(table);
  const names = columns.map(({ name }) => identifier(name)).join(', ');
  const ids = `read_json(${text(changed)}, format = 'newline_delimited', columns = {svcUserId: 'varchar', id: 'varchar'})`;
  const former = old ? `select ${names} from read_parquet(${text(old)})` : noRowsSql(columns);
  return [
    `create table changed as from ${ids}`,
    `create view former as ${former}`,
    `copy (
      select ${names}, ${text(ingestId)} as "ingestId" from (
        select ${names} from former
          where not exists (from changed where changed.svcUserId = former.svcUserId and (changed.id is null or changed.id = former.${identifier(recordColumn)}))
        union all ${rowsSql(columns, news)}
      ) order by "svcUserId", "id"
    ) to ${text(written)} (format parquet, compression zstd, row_group_size ${rowsInGroup})`,
  ];
}
