import {
  CopyObjectCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

interface Version {
  key: string;
  id: string;
  modified: number;
  isLatest: boolean;
  isMarker: boolean;
}

export interface RestoredObjects {
  /** Number of objects with a restored version. */
  put: number;
  /** Number of objects that did not exist at the time; they stay as versions. */
  removed: number;
}

/**
 * Restores the objects of a bucket to a point in time: earlier versions are copied over current ones, and later objects
 * get a delete marker. No version is lost. Idempotent. S3 reports times in whole seconds, so objects that were stored
 * within the moment's second count as existing. S3 copies objects of up to 5 GB; Furrow stores no larger ones.
 *
 * @param isDropped whether an object is deleted instead, since it is computed again.
 * @example const { put, removed } = await restoreBucket(client, bucket, moment, (key) => key.startsWith('exports/'));
 */
export async function restoreBucket(
  client: S3Client,
  Bucket: string,
  moment: Date,
  isDropped: (key: string) => boolean,
): Promise<RestoredObjects> {
  const restored: RestoredObjects = { put: 0, removed: 0 };
  for await (const versions of versionsByKey(client, Bucket)) {
    const [latest] = versions;
    if (!latest) continue;
    const { key: Key } = latest;
    const then = isDropped(Key) ? undefined : versions.find(({ modified }) => modified <= moment.getTime());
    if (then && !then.isMarker) {
      if (then === latest) continue;
      const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}?versionId=${then.id}`;
      await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
      restored.put += 1;
    } else if (!latest.isMarker) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      restored.removed += 1;
    }
  }
  return restored;
}

/** The versions of each key, newest first. */
async function* versionsByKey(client: S3Client, Bucket: string): AsyncGenerator<Version[]> {
  let open: Version[] = [];
  let at: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (at) {
    const page: ListObjectVersionsCommandOutput = await client.send(new ListObjectVersionsCommand({ Bucket, ...at }));
    const keys = new Map<string, Version[]>([[open[0]?.key ?? '', open]]);
    for (const version of versionsIn(page)) keys.set(version.key, [...(keys.get(version.key) ?? []), version]);
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    at = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
    // The last key of a page may continue on the next page.
    open = (at && keys.get(KeyMarker ?? '')) ?? [];
    for (const versions of keys.values()) if (versions !== open) yield newestFirst(versions);
  }
}

function* versionsIn({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput): Generator<Version> {
  for (const [list, isMarker] of [
    [Versions, false],
    [DeleteMarkers, true],
  ] as const) {
    for (const { Key = '', VersionId = '', LastModified, IsLatest = false } of list) {
      yield { key: Key, id: VersionId, modified: LastModified?.getTime() ?? 0, isLatest: IsLatest, isMarker };
    }
  }
}

function newestFirst(versions: Version[]): Version[] {
  return versions.sort((a, b) => Number(b.isLatest) - Number(a.isLatest) || b.modified - a.modified);
}
