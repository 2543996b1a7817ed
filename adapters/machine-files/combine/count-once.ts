import { join } from 'node:path';
import type { CountingOrder, RecordsCounted } from '../../../domain/machine-files/machine-file-engine.ts';
import { inLaterExport, leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import type { CountedElsewhere } from '../../../domain/machine-files/summary.ts';
import { text } from '../../duckdb/sql-text.ts';
import { amountsOf, amountsSql, sumsOf } from '../outputs/count-points.ts';
import { rowsInGroup, zstdLevel } from '../outputs/geoparquet.ts';
import type { WorkDatabase } from '../work-database.ts';
import { compareRecords } from './compared-records.ts';
import type { LoadedFile } from './load-points.ts';

/**
 * Gives records that later exports have as well the mark `record inLaterExport` in the rows of their files; rows that have it without reason lose it.
 *
 * @param files in the order of export, the last one first.
 * @param take receives the rows of a file whose marks have changed.
 */
export async function countOnce(
  files: readonly LoadedFile[],
  { operationType, targets }: CountingOrder,
  take: (fileId: string, path: string) => Promise<void>,
  work: WorkDatabase,
): Promise<RecordsCounted[]> {
  const found: RecordsCounted[] = [];
  const mark = async (index: number, rows: string) => {
    const { id: fileId, units = {} } = files[index]?.file ?? {};
    const target = targets.find((one) => one.fileId === fileId);
    if (!target) return;
    const [changed] = await work.rows<{ rows: string }>(
      `select count(*) as "rows" from own left join taken using (stored) where isMarked <> (source is not null)`,
    );
    const isChanged = Number(changed?.rows ?? 0) > 0;
    if (isChanged) {
      const path = join(work.directory, 'counted.parquet');
      await work.runApart(`copy (${markedSql(rows, target.ingestId)}) to ${text(path)} (format parquet, compression zstd,
        compression_level ${zstdLevel}, row_group_size ${rowsInGroup}, preserve_order true)`);
      await take(target.fileId, path);
    }
    const sums = sumsOf(operationType, units);
    found.push({ fileId: target.fileId, isChanged, countedElsewhere: await elsewhere(files, sums, work) });
  };
  await compareRecords(files, operationType, mark, work);
  return found;
}

/** The rows of a file with new marks, under a new ingest. */
function markedSql(rows: string, ingestId: string): string {
  const later = text(inLaterExport);
  const mark = `case when source is not null then ${later} else nullif(${leftOutMember}, ${later}) end`;
  return `select * exclude (file_row_number, stored, source) replace (${text(ingestId)} as ingestId, ${mark} as ${leftOutMember})
    from (${rows}) left join taken on stored = file_row_number order by file_row_number`;
}

/** What counts in other files instead, by file. */
async function elsewhere(
  files: readonly LoadedFile[],
  sums: ReturnType<typeof sumsOf>,
  work: WorkDatabase,
): Promise<CountedElsewhere[]> {
  const groups = await work.rows<{ source: number } & Record<string, string | number | null>>(
    `select source, ${amountsSql(sums)} from own join taken using (stored) group by source order by source`,
  );
  return groups.flatMap(({ source, ...row }) => {
    const fileId = files[source]?.file.id;
    return fileId === undefined ? [] : [{ fileId, ...amountsOf(row, sums) }];
  });
}
