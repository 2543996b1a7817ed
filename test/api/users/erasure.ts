import { ListObjectVersionsCommand, type ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { bucket, table } from '../cloud.ts';

const tables = [
  'identity',
  'owners',
  'users',
  'fields',
  'configurations',
  'keys',
  'credentials',
  'uploads',
  'usage',
  'events',
  'requests',
] as const;

/** Every item of every table and every version in the bucket of files whose key names a user, as `<place> <key>`. */
export async function tracesOf(svcUserId: string): Promise<string[]> {
  const traces: string[] = [];
  for (const name of tables) {
    for await (const item of itemsOf(name)) {
      if (JSON.stringify(item).includes(svcUserId)) traces.push(`${name} ${item.pk} ${item.sk}`);
    }
  }
  for await (const key of keysOfVersions()) if (key.includes(svcUserId)) traces.push(`files ${key}`);
  return traces;
}

/** Keys of what is and what was in the bucket, delete markers too. */
async function* keysOfVersions(): AsyncGenerator<string> {
  const { client, name: Bucket } = bucket;
  let page: Partial<ListObjectVersionsCommandOutput> = {};
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    page = await client.send(new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker }));
    for (const { Key = '' } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) yield Key;
  } while (page.IsTruncated);
}

export async function* itemsOf(name: (typeof tables)[number]): AsyncGenerator<Record<string, unknown>> {
  const { client, name: TableName } = table(name);
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
