import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  NoSuchUpload,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ErasingObjectStore } from '../../../domain/files/object-store.ts';
import { objectStore } from './object-store.ts';

/**
 * One bucket's objects, for erasure including all versions and uploads of parts that nobody completed: their keys name what is erased, and their parts hold it.
 *
 * @example await erasingObjectStore(names.FILES_BUCKET).erase('artefacts/o/u/');
 */
export function erasingObjectStore(Bucket: string, client = new S3Client({})): ErasingObjectStore {
  return {
    ...objectStore(Bucket, client),
    async erase(Prefix) {
      // First, so that none becomes an object after the objects were listed.
      await endUploads(client, Bucket, Prefix);
      let at: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
      while (at) {
        const page: ListObjectVersionsCommandOutput = await client.send(
          new ListObjectVersionsCommand({ Bucket, Prefix, ...at }),
        );
        const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
        // Current versions last, so that no former version becomes visible meanwhile.
        const Objects = [...found.filter((one) => !one.IsLatest), ...found.filter((one) => one.IsLatest)].map(
          ({ Key, VersionId }) => ({ Key, VersionId }),
        );
        if (Objects.length > 0) {
          const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
          if (Errors?.length) throw new Error(`${Errors.length} versions could not be deleted: ${Errors[0]?.Code}`);
        }
        const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
        at = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
      }
    },
  };
}

/** Ends the uploads of parts with a prefix. Another worker may have completed one since it was listed. */
async function endUploads(client: S3Client, Bucket: string, Prefix: string): Promise<void> {
  let at: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (at) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...at }),
    );
    for (const { Key, UploadId } of page.Uploads ?? []) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
        if (!(error instanceof NoSuchUpload)) throw error;
      });
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    at = page.IsTruncated ? { KeyMarker, UploadIdMarker } : undefined;
  }
}
