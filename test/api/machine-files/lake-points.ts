import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestIdOf } from '../../../adapters/aws/dynamodb/machine-files/operations-eraser.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { openWorkDatabase, text } from '../../../adapters/machine-files/work-database.ts';
import { lakePointsKey } from '../../../domain/files/object-keys.ts';
import { bucket, variable } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

/** How many points of a file the lake has in a field. */
export async function lakePointsIn({ owner }: TestOwner, fileId: string, fieldId: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-lake-'));
  const path = join(folder, 'points.parquet');
  try {
    const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);
    await lake.download(lakePointsKey(owner.id, ingestIdOf(fileId)), path);
    const work = await openWorkDatabase(folder, 0);
    const [found] = await work.rows<{ points: string }>(
      `select count(*) as points from read_parquet(${text(path)}) where list_contains(fieldIds, ${text(fieldId)})`,
    );
    work.close();
    return Number(found?.points);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
