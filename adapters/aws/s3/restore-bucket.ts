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
  /** Objects that are again what they were. */
  put: number;
  /** Objects that were not there at the moment; they stay as versions. */
  removed: number;
}

/**
 * Gives a bucket the objects that it held at a moment: an earlier version is copied over what is there, and what came later
 * gets a delete marker. Nothing is lost by it, and doing it twice gives the same. S3 tells times in whole seconds, so what was stored
 * within the moment's second counts as there; it copies objects of up to 5 GB, more than any is here.
 *
 * @param isDropped whether an object is to be removed instead, since it is made anew.
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

/** The versions of one key after another, newest first. */
async function* versionsByKey(client: S3Client, Bucket: string): AsyncGenerator<Version[]> {
  let open: Version[] = [];
  let at: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (at) {
    const page: ListObjectVersionsCommandOutput = await client.send(new ListObjectVersionsCommand({ Bucket, ...at }));
    const keys = new Map<string, Version[]>([[open[0]?.key ?? '', open]]);
    for (const version of versionsIn(page)) keys.set(version.key, [...(keys.get(version.key) ?? []), version]);
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    at = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
    // The last key of a page may go on in the next one.
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
