import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lakeReferenceKey } from '../../domain/files/lake-keys.ts';
import type { StreamingObjectStore } from '../../domain/files/object-store.ts';
import type { ReferenceRow, Said } from '../../domain/reference/reference-row.ts';
import type { CatalogueTable } from '../../sql/catalogue.ts';
import { text } from '../duckdb/sql-text.ts';
import { writeLines } from '../lake/write-lines.ts';
import { openWorkDatabase } from '../machine-files/work-database.ts';
import { readFeatures } from './read-features.ts';
import { referenceSql } from './reference-sql.ts';

export interface ReferenceSource {
  path: string;
  layer?: string | undefined;
  /** The survey's table `muaggatt` as text, if the attributes are not in the file of the shapes. */
  attributes?: string | undefined;
  /** Properties that the file lacks. */
  said: Said;
}

/** Writes a file's rows as one part of a shared table, replacing that part; returns the number of rows. */
export async function loadReference(
  table: CatalogueTable,
  rowOf: ReferenceRow,
  { path, layer, attributes, said }: ReferenceSource,
  part: string,
  lake: StreamingObjectStore,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'reference-'));
  try {
    const [rows, written] = [join(folder, 'rows.json'), join(folder, 'rows.parquet')];
    const made = async function* () {
      for await (const feature of readFeatures(path, layer, folder)) {
        const row = rowOf(feature, said);
        if (row) yield row;
      }
    };
    await writeLines(rows, made());
    // The database can access only its own folder.
    const beside = attributes === undefined ? undefined : join(folder, 'attributes.txt');
    if (attributes !== undefined && beside !== undefined) await copyFile(attributes, beside);
    const work = await openWorkDatabase(folder, Number.MAX_SAFE_INTEGER);
    try {
      for (const sql of referenceSql(table, { rows, attributes: beside, written })) await work.run(sql);
      const [{ count } = { count: 0 }] = await work.rows<{ count: number }>(
        `select count(*)::int as count from read_parquet(${text(written)})`,
      );
      if (count === 0) return 0;
      await lake.putStream(
        lakeReferenceKey(table.name, part),
        createReadStream(written),
        'application/vnd.apache.parquet',
      );
      return count;
    } finally {
      work.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
