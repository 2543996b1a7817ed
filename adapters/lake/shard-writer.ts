import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lakeShardKey } from '../../domain/files/lake-keys.ts';
import type { StreamingObjectStore } from '../../domain/files/object-store.ts';
import { recordColumn } from '../../domain/lake-tables/shard.ts';
import type { ShardWriter } from '../../domain/lake-tables/shard-store.ts';
import { ownerTables } from '../../domain/query/tables/owner-catalogue.ts';
import type { CatalogueTable } from '../../sql/catalogue.ts';
import { text } from '../duckdb/sql-text.ts';
import { openWorkDatabase } from '../machine-files/work-database.ts';
import { shardSql } from './shard-sql.ts';
import { writeLines } from './write-lines.ts';

const contentType = 'application/vnd.apache.parquet';

export interface ShardWriterOptions {
  lake: StreamingObjectStore;
  /** The folder for files while they are written. */
  temporaryFolder: string;
}

/**
 * Writes shards as Parquet with the row engine: unchanged rows are copied from the former state, instead of reading
 * their records again.
 */
export function shardWriter({ lake, temporaryFolder }: ShardWriterOptions): ShardWriter {
  return {
    async write({ shard, before, without, rows, ingestId }) {
      const directory = await mkdtemp(join(temporaryFolder, 'shard-'));
      const [old, changed, news, written] = ['old.parquet', 'changed.json', 'news.json', 'new.parquet'].map((name) =>
        join(directory, name),
      ) as [string, string, string, string];
      try {
        const isThere = before !== undefined && (await lake.download(lakeShardKey(shard, before), old));
        // As after tables were restored to an earlier time; "furrow redrive tables" writes the missing rows.
        if (before !== undefined && !isThere) console.error({ lost: lakeShardKey(shard, before) });
        await writeLines(changed, without);
        await writeLines(news, rows);
        const files = { old: isThere ? old : undefined, changed, news, written };
        const work = await openWorkDatabase(directory, 0);
        try {
          const rowsOf = { table: tableOf(shard), recordColumn: recordColumn(shard.table) };
          for (const sql of shardSql(rowsOf, files, ingestId)) await work.run(sql);
          const [{ rows: count } = { rows: 0 }] = await work.rows<{ rows: number }>(
            `select count(*)::int as rows from read_parquet(${text(written)})`,
          );
          if (count === 0) return undefined;
        } finally {
          work.close();
        }
        const { size: bytes } = await stat(written);
        await lake.putStream(lakeShardKey(shard, ingestId), createReadStream(written), contentType);
        return { ingestId, bytes };
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },

    remove: (shard, ingestIds) => lake.remove(ingestIds.map((id) => lakeShardKey(shard, id))),
  };
}

function tableOf({ ownerId, table }: { ownerId: string; table: string }): CatalogueTable {
  const found = ownerTables(ownerId).find(({ stored }) => stored.at(-1) === table);
  if (!found) throw new Error(`there is no table ${table}`);
  return found;
}
