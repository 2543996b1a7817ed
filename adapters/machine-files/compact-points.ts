import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompactedObject, PointsCompactor } from '../../domain/lake/compaction.ts';
import { identifier, text } from '../duckdb/sql-text.ts';
import { zstdLevel } from './outputs/geoparquet.ts';
import { withHilbert } from './outputs/hilbert.ts';
import { openWorkDatabase, type WorkDatabase } from './work-database.ts';

/** DuckDB rounds the rows of a group up to whole vectors. */
const rowsInVector = 2_048;
const [minInGroup, maxInGroup] = [3 * rowsInVector, 60 * rowsInVector];
/**
 * Size of a row group, the unit that readers skip, as a share of a field. A query for one field also reads points of
 * its neighbours: with this share usually at most as many again. Smaller groups take longer to read as a whole.
 */
const shareOfField = 0.6;
/**
 * Maximum distinct values of a dictionary. Strings repeat; numbers do not, and building dictionaries for them takes
 * long.
 */
const maxRepeated = 1_000;

/** Compacts points with the row engine, by an external sort. */
export const pointsCompactor: PointsCompactor = {
  async compact(sources, leftOut, take) {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-compaction-'));
    try {
      const paths: string[] = [];
      for (const [number, source] of sources.entries()) {
        const path = join(folder, `${number}.parquet`);
        if (await source.download(path)) paths.push(path);
      }
      if (paths.length === 0) return;
      const written = join(folder, 'compacted.parquet');
      const work = await openWorkDatabase(folder, 0);
      const made = await compactIn(work, { paths, leftOut, written }).finally(work.close);
      if (made) await take(made, createReadStream(written));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Compaction {
  paths: readonly string[];
  leftOut: { ingestIds: readonly string[]; svcUserIds: readonly string[] };
  written: string;
}

async function compactIn(
  work: WorkDatabase,
  { paths, leftOut: { ingestIds, svcUserIds }, written }: Compaction,
): Promise<CompactedObject | undefined> {
  const files = `[${paths.map(text).join(', ')}]`;
  const left = [...notIn('ingestId', ingestIds), ...notIn('svcUserId', svcUserIds)].join(' and ');
  const source = `read_parquet(${files}, hive_partitioning = false)`;
  await work.run(`create view seen as select * from ${source} ${left && `where ${left}`}`);
  const [all] =
    await work.rows<Extents>(`select min(lon) as west, min(lat) as south, max(lon) as east, max(lat) as north,
    list_sort(list(distinct ingestId)) as ingests, list_sort(list(distinct svcUserId)) as users from seen`);
  if (!all || all.west === null) return undefined;
  const extent: [number, number, number, number] = [all.west, all.south, all.east, all.north].map(Number) as never;
  // Fields are sorted along the curve, and so is work on no field, by its first point; the points of each by time.
  await work.run(`create table orders as select svcUserId as u, ${group} as f, min(hilbert) as first, count(*) as points,
      bool_or(len(fieldIds) > 0) as isField
    from (${withHilbert('select svcUserId, ingestId, fieldIds, lon, lat from seen', extent)}) group by all`);
  const rowsInGroup = await rowsInGroupOf(work);
  await work.run(`copy (
      select s.* from seen as s left join orders on u = s.svcUserId and f = ${group}
      order by s.svcUserId, first, f, s."timestamp", s.ingestId, s.sourceRow
    ) to ${text(written)} (format parquet, compression zstd, compression_level ${zstdLevel}, row_group_size ${rowsInGroup},
      preserve_order false, dictionary_size_limit ${maxRepeated})`);
  return { ingestIds: all.ingests, svcUserIds: all.users };
}

/** The field of a point, or its ingest if it is in none. */
const group = 'coalesce(fieldIds[1], ingestId)';

/** Rows of a group by the median field that has points. */
async function rowsInGroupOf(work: WorkDatabase): Promise<number> {
  const [field] = await work.rows<{ points: number | null }>(
    'select median(points)::double as points from orders where isField',
  );
  const rows = Math.round((shareOfField * Number(field?.points ?? 0)) / rowsInVector) * rowsInVector;
  return Math.min(maxInGroup, Math.max(minInGroup, rows));
}

interface Extents {
  west: number | null;
  south: number;
  east: number;
  north: number;
  ingests: string[];
  users: string[];
}

const notIn = (column: string, values: readonly string[]): string[] =>
  values.length > 0 ? [`${identifier(column)} not in (${values.map(text).join(', ')})`] : [];
