import type { OpenedUpload } from '../../../domain/boundary-files/boundary-reader.ts';
import type { ConvertedField, ConvertedSet } from '../../../domain/boundary-files/converted-set.ts';
import { boundaryLimits } from '../../../domain/boundary-files/limits.ts';
import { problem } from '../../../domain/boundary-files/problem.ts';
import { timestamp } from '../../../domain/clock.ts';
import { isUserNotFound } from '../../../domain/errors.ts';
import type { NewField } from '../../../domain/fields/field-store.ts';
import { newField } from '../../../domain/fields/new-field.ts';
import { originalKey } from '../../../domain/files/object-keys.ts';
import type { Entry } from '../../../domain/uploads/entry.ts';
import { onlyInBatches, type Upload } from '../../../domain/uploads/upload.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { withinAttempts } from '../../queue/within-attempts.ts';
import { giveUpUpload } from './give-up-upload.ts';
import type { Conversion } from './messages.ts';
import type { ConversionServices } from './services.ts';

/**
 * Turns an uploaded file into fields. Doing it twice changes nothing: ids follow from the upload, and what is there stays.
 * What is wrong with the file ends in the entries; what is thrown is worth another attempt.
 */
export async function convertUpload(
  { ownerId, svcUserId, uploadId, key }: Conversion,
  message: Message,
  services: ConversionServices,
): Promise<void> {
  const { uploads, files, reader } = services;
  const upload = await uploads.get(ownerId, uploadId);
  if (upload?.status !== 'RECEIVED') return;
  try {
    const original = originalKey(ownerId, svcUserId, uploadId, upload.fileName);
    await files.copy(key, original);
    const download = (path: string) => files.download(original, path);
    const file = { name: upload.fileName, download, ...(upload.anything && { isAnything: true }) };
    await withinAttempts(uploads.attempts(ownerId, uploadId), message.delivery, {
      async work() {
        const read = await reader.open(file, async (opened) => {
          const batchId = opened.hasMachineData ? await services.sendMachineData(ownerId, upload) : undefined;
          const soilBatchId = opened.hasSoilResults ? await services.sendSoilResults(ownerId, upload) : undefined;
          const batches = { ...(batchId && { batchId }), ...(soilBatchId && { soilBatchId }) };
          const created = await convertSets(ownerId, upload, opened, services);
          const isElsewhere =
            (batchId ?? soilBatchId) !== undefined && opened.sets.every(({ format }) => format === 'UNKNOWN');
          const details = isElsewhere && { statusDetails: onlyInBatches(batches) };
          return { routed: { ...upload, ...batches, ...details }, isDone: created > 0 || isElsewhere };
        });
        await uploads.finish(ownerId, read?.routed ?? upload, read?.isDone ? 'PROCESSED' : 'FAILED');
      },
      giveUp: () => giveUpUpload(ownerId, upload, services),
    });
  } catch (error) {
    // The user was deleted meanwhile; the eraser takes what is here already.
    if (isUserNotFound(error)) return;
    throw error;
  }
}

/** The number of fields that were created. They are counted over all sets before the first is made. */
async function convertSets(
  ownerId: string,
  upload: Upload,
  opened: OpenedUpload,
  services: ConversionServices,
): Promise<number> {
  const { uploads, fields } = services;
  const converted: { index: number; entry: Entry; set: ConvertedSet }[] = [];
  for (const [index, set] of opened.sets.entries()) {
    const entry = newEntry(upload, index, set.file, set.format, services);
    await uploads.putEntry(ownerId, entry);
    const read = await opened.read(set);
    const status = read.fields.length > 0 ? 'CONVERTED' : 'FAILED';
    converted.push({ index, entry: { ...entry, status, problems: read.problems }, set: read });
    await uploads.putEntry(ownerId, ended(converted.at(-1)?.entry ?? entry, services));
  }

  const found = converted.reduce((sum, { set }) => sum + set.fieldCount, 0);
  let made = 0;
  for (const { index, entry, set } of converted.filter(({ entry }) => entry.status === 'CONVERTED')) {
    if (found > boundaryLimits.fields) {
      const tooMany = problem('tooManyFields', { file: set.file }, { fields: found, limit: boundaryLimits.fields });
      await uploads.putEntry(
        ownerId,
        ended({ ...entry, status: 'FAILED', problems: [...entry.problems, tooMany] }, services),
      );
      continue;
    }
    const created = newFields(upload, index, set.fields, services);
    await fields.create(ownerId, created);
    made += created.length;
    const refused = set.problems.some(({ severity }) => severity === 'error');
    const fieldId = created.map(({ field }) => field.id);
    await uploads.putEntry(
      ownerId,
      ended({ ...entry, fieldId, status: refused ? 'PARTIALLY_FINISHED' : 'FINISHED' }, services),
    );
  }
  return made;
}

function newEntry(
  { id: uploadId, svcUserId }: Upload,
  index: number,
  fileName: string,
  converterFormat: Entry['converterFormat'],
  { clock, orderedId }: ConversionServices,
): Entry {
  return {
    id: orderedId(uploadId, [index, 0], 'entry'),
    uploadId,
    svcUserId,
    fileName,
    fieldId: [],
    converterFormat,
    status: 'PROCESSING',
    problems: [],
    createdTime: timestamp(clock.now()),
  };
}

/** Notes the time on an entry that has reached its last status. */
function ended(entry: Entry, { clock }: ConversionServices): Entry {
  return entry.status === 'CONVERTED' ? entry : { ...entry, processedTime: timestamp(clock.now()) };
}

/** The fields that the features of a file become, each with its first boundary. `file`: its index in the upload. */
export function newFields(
  { id: uploadId, svcUserId, farmId }: Upload,
  file: number,
  converted: ConvertedField[],
  { clock, orderedId }: ConversionServices,
): NewField[] {
  const createdTime = timestamp(clock.now());
  return converted.map(({ index, name, geometry, validity }) => {
    const id = orderedId(uploadId, [file, index], 'field');
    const boundaryId = orderedId(uploadId, [file, index], 'boundary');
    const { field, boundary } = newField({ id, svcUserId, name, farmId, geometry }, boundaryId, createdTime);
    return { field, boundary: { ...boundary, validity } };
  });
}
