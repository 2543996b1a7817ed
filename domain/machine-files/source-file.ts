import { type DerivedId, timestamp } from '../clock.ts';
import type { BatchSource, StoredBatch } from './batch-store.ts';
import type { MachineFile } from './machine-file.ts';

/** The id of a machine file in a provider's file: the same one however often the provider replaces the content. */
export function sourceFileId(
  svcUserId: string,
  { provider, fileKey }: Pick<BatchSource, 'provider' | 'fileKey'>,
  index: number,
  derivedId: DerivedId,
): string {
  return derivedId(svcUserId, provider, fileKey, 'file', index);
}

/** The members of a machine file that tell from which provider it came. */
export function sourceMembers({ provider, kind, modifiedTime, fieldIds, organizationId, providerFileId }: BatchSource) {
  return {
    provider,
    origin: 'provider' as const,
    source: { kind, modifiedTime, fieldIds },
    providerFileId,
    ...(organizationId !== undefined && { organizationId }),
  };
}

/** A record with the content by which its provider has replaced the former one. Its points, fields and machines stay until the new ones take their place. */
export function withNewContent(former: MachineFile, file: MachineFile): MachineFile {
  const { ingestId, fields, boxes, assets, createdTime, removedAtProvider, countedElsewhere } = former;
  const { contentHash, formerHash = contentHash } = former;
  return {
    ...file,
    ...{ fields, createdTime },
    ...(ingestId !== undefined && { ingestId }),
    // Its end is noted where lists are read.
    ...(removedAtProvider !== undefined && { removedAtProvider }),
    ...(countedElsewhere && { countedElsewhere }),
    ...(boxes && { boxes }),
    ...(assets && { assets }),
    ...(formerHash !== file.contentHash && { formerHash }),
  };
}

/** The record of a provider's file that has no content, or none that is recognised. */
export function undeliveredFile(
  { id: batchId, svcUserId, fileName, size }: StoredBatch,
  source: BatchSource,
  id: string,
  now: number,
): MachineFile {
  return {
    ...{ id, batchId, svcUserId, fields: [], fileName, sizeInBytes: size },
    ...sourceMembers(source),
    ...{ contentHash: '', status: 'failed', steps: {}, artefacts: [], problems: [] },
    ...{ createdTime: timestamp(now), updatedTime: timestamp(now) },
  };
}
