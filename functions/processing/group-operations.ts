import { Problem } from '../../domain/errors.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import { type FileGroup, groupFiles } from '../../domain/operations/group-files.ts';
import type { Operation } from '../../domain/operations/operation.ts';
import { everyRow, selection } from '../../domain/paging.ts';
import type { Message } from '../queue/sqs-worker.ts';
import { makeOperation, removeOperation } from './make-operation.ts';
import type { GroupMessage } from './messages.ts';
import type { ProcessingServices } from './services.ts';

/** Enough to finish the operation that is under way. */
const stopBeforeEndMilliseconds = 120_000;
/** A turn outlives its worker by this much, in case the worker's clock is late. */
const turnSlackMilliseconds = 5_000;

/**
 * Brings the field operations of a user up to its files. Rounds of a user go one after the other; who comes while one runs leaves word,
 * and another follows. Doing a round twice changes nothing.
 */
export async function groupOperations(
  { ownerId, svcUserId, again }: GroupMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  try {
    const turn = await services.turns.take(ownerId, svcUserId, message.remainingMilliseconds() + turnSlackMilliseconds);
    if (!turn) {
      if (again !== undefined) await services.queue.send({ step: 'group', ownerId, svcUserId, again }, 5);
      return;
    }
    let finished = false;
    let asked = false;
    try {
      finished = await bringUpToDate({ ownerId, svcUserId, again }, message, services);
    } finally {
      asked = await turn.end();
    }
    if (asked || !finished) await services.queue.send({ step: 'group', ownerId, svcUserId });
  } catch (error) {
    // The user was deleted meanwhile, and its operations go with it.
    if (!(error instanceof Problem && error.kind === 'notFound')) throw error;
  }
}

/** False when time was too short for all. */
async function bringUpToDate(
  { ownerId, svcUserId, again }: Omit<GroupMessage, 'step'>,
  message: Message,
  services: ProcessingServices,
): Promise<boolean> {
  const { machineFiles, operations, derivedId } = services;
  const settings = await services.settings(ownerId, svcUserId);
  if (!settings.fieldOperationCreation) return true;
  const all = selection('all', {}, () => true);
  const files = await machineFiles.list(ownerId, svcUserId, all, everyRow);
  const before = await operations.list(ownerId, svcUserId, all, everyRow);
  const known = new Map(before.items.map((operation) => [operation.id, operation]));
  const owner = { ownerId, svcUserId, settings };
  for (const group of await ofLivingFields(ownerId, svcUserId, groupFiles(files.items, settings), services)) {
    const id = derivedId(firstOf(group.files).id, 'operation', group.fieldId);
    const old = known.get(id);
    known.delete(id);
    if (old && id !== again && isSame(old, group)) continue;
    if (message.remainingMilliseconds() < stopBeforeEndMilliseconds) return false;
    await makeOperation(owner, id, group, old, services);
  }
  for (const gone of known.values()) await removeOperation(ownerId, gone, services);
  return true;
}

/** The file that came first names an operation: others may join it later. */
function firstOf(files: MachineFile[]): MachineFile {
  return files.reduce((first, file) => (file.id < first.id ? file : first));
}

function isSame({ files, updatedTime }: Operation, group: FileGroup): boolean {
  const sameFiles = JSON.stringify(files) === JSON.stringify(group.files.map(({ id }) => id));
  return sameFiles && group.files.every((file) => file.updatedTime <= updatedTime);
}

/** Fields that were merged into another are history: their work is that of the merged field. */
async function ofLivingFields(
  ownerId: string,
  svcUserId: string,
  groups: FileGroup[],
  { fields }: ProcessingServices,
): Promise<FileGroup[]> {
  const ids = [...new Set(groups.map(({ fieldId }) => fieldId))];
  const found = await fields.withShapes(
    ownerId,
    ids.map((fieldId) => ({ svcUserId, fieldId })),
  );
  const living = new Set(found.flatMap(({ field }) => (field.mergedFieldId === undefined ? [field.id] : [])));
  return groups.filter(({ fieldId }) => living.has(fieldId));
}
