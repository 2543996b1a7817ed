import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { recordKey } from '../../../adapters/aws/dynamodb/operations/operation-item.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { text } from '../../../adapters/duckdb/sql-text.ts';
import { openWorkDatabase } from '../../../adapters/machine-files/work-database.ts';
import { lakeShownPrefix } from '../../../domain/files/lake-keys.ts';
import { bucket, table, variable } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

/** Number of points of a file in the lake that lie in a field. */
export async function lakePointsIn({ owner }: TestOwner, fileId: string, fieldId: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-lake-'));
  const path = join(folder, 'points.parquet');
  try {
    const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);
    const prefix = lakeShownPrefix(owner.id, 0, fileId, await ingestOf(owner.id, fileId));
    for await (const key of lake.list(prefix)) await lake.download(key, path);
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

/** The ingest of a file that readers see. */
export async function ingestOf(ownerId: string, fileId: string): Promise<string> {
  const { client, name } = table('operations');
  const { Item } = await client.send(new GetCommand({ TableName: name, Key: recordKey(ownerId, fileId, 'file') }));
  return String(Item?.file.ingestId);
}
