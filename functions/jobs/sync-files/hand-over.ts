import type { BatchSource } from '../../../domain/machine-files/batch-store.ts';
import { receivedBatch, receivedBatchDeadline } from '../../../domain/machine-files/received-batch.ts';
import type { ProvidedFile } from '../../../domain/sync/file-provider.ts';
import type { DueFile, EndedFile } from '../../../domain/sync/provider-file.ts';
import type { Downloaded } from '../../../domain/transport/download.ts';
import type { FetchMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';

interface Names {
  batchId: string;
  fileName: string;
}

const maxNameCharacters = 100;

/** The batch of a file in its present state, and the name under which it is stored. */
export function namesOf(
  { svcUserId, provider, fileKey }: FetchMessage,
  { name, id, modifiedTime }: ProvidedFile,
  { derivedId }: Pick<FileSyncServices, 'derivedId'>,
): Names {
  const plain = name.replaceAll(/[^\p{L}\p{N}.,_ -]+/gu, '_').slice(-maxNameCharacters);
  return {
    batchId: derivedId(svcUserId, provider, fileKey, modifiedTime),
    fileName: /[\p{L}\p{N}]/u.test(plain) ? plain : `${id}.zip`,
  };
}

/** Whether the former content of a file is still being opened or processed: the records of its files are replaced afterwards. */
export async function isWorkedOn(
  ownerId: string,
  { batchId }: Pick<EndedFile, 'batchId'>,
  { batches }: Pick<FileSyncServices, 'batches'>,
): Promise<boolean> {
  const status = (await batches.get(ownerId, batchId))?.status;
  return status === 'RECEIVED' || status === 'PROCESSING';
}

/** Makes a batch of a file that was fetched or refused, has it opened, and notes the end. Each step is idempotent, and the note comes last. */
export async function handOver(
  asked: FetchMessage,
  { file }: DueFile,
  {
    batchId,
    fileName,
    refused,
    consent,
    downloaded,
  }: Names & { refused: string | undefined; consent: string; downloaded: Downloaded },
  services: FileSyncServices,
): Promise<void> {
  const { batches, machineFiles, store, clock, derivedId } = services;
  const { ownerId, svcUserId, provider, fileKey } = asked;
  const id = refused === undefined ? batchId : derivedId(batchId, 'refused', consent);
  const source: BatchSource = {
    ...{ provider, fileKey, kind: file.kind, providerFileId: file.id, modifiedTime: file.modifiedTime },
    organizationId: file.organizationId,
    fieldIds: file.fieldIds.map((fieldId) => derivedId(svcUserId, provider, fieldId)),
    refused,
  };
  const size = downloaded.kind === 'stored' ? downloaded.bytes : 0;
  const ownerName = await services.ownerName(ownerId);
  const now = clock.now();
  const batch = receivedBatch({ id, svcUserId, fileName, size, ownerName, source }, now);
  await batches.create(ownerId, batch, receivedBatchDeadline(now));
  await machineFiles.send({ step: 'inspect', ownerId, batchId: id });
  await store.end(asked, provider, {
    file,
    status: refused === undefined ? 'fetched' : 'refused',
    batchId: id,
    ...(refused !== undefined && { problem: refused }),
    consent,
  });
}
