import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ErasingObjectStore } from '../../../domain/files/object-store.ts';
import { objectStore } from './object-store.ts';

/**
 * One bucket's objects, for erasure including all versions.
 *
 * @example await erasingObjectStore(names.FILES_BUCKET).erase('artefacts/o/u/');
 */
export function erasingObjectStore(Bucket: string, client = new S3Client({})): ErasingObjectStore {
  return {
    ...objectStore(Bucket, client),
    async erase(Prefix) {
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
