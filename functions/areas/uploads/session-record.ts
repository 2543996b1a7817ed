import type { Owner } from '../../../domain/access/owner.ts';
import { timestamp } from '../../../domain/clock.ts';
import { incomingSoilIds } from '../../../domain/files/soil-keys.ts';
import type { StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import { receivedBatch, receivedBatchDeadline } from '../../../domain/machine-files/received-batch.ts';
import { receivedSending, type StoredSending, shownSending } from '../../../domain/prescriptions/sending.ts';
import { sendingPath } from '../../../domain/prescriptions/sending-path.ts';
import { receivedSoilBatch, type StoredSoilBatch, soilDeadline } from '../../../domain/soil/batch/soil-batch.ts';
import type { OpenSession } from '../../../domain/uploads/session-store.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import { filesOf, isForRequest, type UploadSession } from '../../../domain/uploads/upload-session.ts';
import type { RequestContext } from '../../http/exchange.ts';
import { batchPath } from '../../http/operations-base.ts';
import { shownSoilBatch, soilBatchPath } from '../../http/soil-batches.ts';
import { uploadsApi } from './api.ts';
import { receive } from './receive.ts';
import type { UploadsServices } from './services.ts';
import { shownUpload, uploadPath } from './show.ts';

/** Record of a finished session: an upload of boundaries, a batch of machine files or of soil results, a prescription that can be sent, or the session itself, whose file another request reads. All have the session's id. */
export type SessionRecord =
  | { upload: Upload }
  | { batch: StoredBatch }
  | { soilBatch: StoredSoilBatch }
  | { sending: StoredSending }
  | { session: UploadSession };

/** The record of a session, when it has been made. */
export async function knownRecord(
  ownerId: string,
  { session, uploads: [begun] }: OpenSession,
  { uploads, batches, soil, sendings, files }: UploadsServices,
): Promise<SessionRecord | undefined> {
  const { id, svcUserId, target, status } = session;
  if (isForRequest(target)) {
    // The request that reads the file may have removed it.
    const isWhole = status === 'COMPLETED' || (begun !== undefined && (await files.has(begun.objectKey)));
    return isWhole ? completed(session) : undefined;
  }
  if (target === 'machineFiles') {
    const batch = await batches.get(ownerId, id);
    return batch && { batch };
  }
  if (target === 'soilSamples') {
    const soilBatch = await soil.get(ownerId, id);
    return soilBatch && { soilBatch };
  }
  if (target === 'prescriptions') {
    const found = await sendings.get(ownerId, svcUserId, id);
    return found && { sending: found.sending };
  }
  const upload = await uploads.get(ownerId, id);
  return upload && { upload };
}

/** Makes the record of a session whose file is about to be there. */
export async function newRecord(
  owner: Owner,
  { session, uploads }: OpenSession,
  services: UploadsServices,
): Promise<SessionRecord> {
  const { id, svcUserId, target, farmId, provider, crop, soil: parameters, fileName = '', sizeBytes } = session;
  if (isForRequest(target)) return completed(session);
  if (target === 'soilSamples') {
    const files = filesOf(session).map(({ fileName: name, sizeBytes: bytes }, index) => {
      const objectKey = uploads[index]?.objectKey ?? '';
      return { id: incomingSoilIds(objectKey)?.entryId ?? '', fileName: name, sizeBytes: bytes };
    });
    const now = services.clock.now();
    const soilBatch = receivedSoilBatch({ id, svcUserId, files, parameters }, timestamp(now));
    await services.soil.create(owner.id, soilBatch, soilDeadline(now));
    return { soilBatch };
  }
  if (session.prescription) {
    const ordered = { id, svcUserId, ...session.prescription, name: fileName, sizeBytes, sentBy: owner.username };
    const sending = receivedSending({ ...ordered, objectKey: uploads[0]?.objectKey ?? '' }, services.clock.now());
    await services.sendings.create(owner.id, sending);
    return { sending };
  }
  if (target !== 'machineFiles') {
    const anything = target === 'anything' ? { ownerName: owner.username } : undefined;
    return { upload: await receive(owner.id, { id, svcUserId, farmId, fileName, sizeBytes, anything }, services) };
  }
  const now = services.clock.now();
  const received = { id, svcUserId, provider, crop, fileName, size: sizeBytes, ownerName: owner.username };
  const batch = receivedBatch(received, now);
  await services.batches.create(owner.id, batch, receivedBatchDeadline(now));
  return { batch };
}

function completed(session: UploadSession): SessionRecord {
  return { session: { ...session, status: 'COMPLETED' } };
}

/** The record as it is answered, and where it is below the base. */
export function shownRecord(request: RequestContext, record: SessionRecord) {
  if ('batch' in record) return { location: batchPath(record.batch.id), body: record.batch };
  if ('soilBatch' in record) {
    return { location: soilBatchPath(record.soilBatch.id), body: shownSoilBatch(request, record.soilBatch) };
  }
  if ('sending' in record) {
    return { location: sendingPath(record.sending), body: shownSending(record.sending, 0, 0) };
  }
  if ('session' in record) {
    return { location: `${uploadsApi.base}/upload-sessions/${record.session.id}`, body: record.session };
  }
  const { upload } = record;
  return { location: uploadPath(upload.id), body: shownUpload(request, upload) };
}
