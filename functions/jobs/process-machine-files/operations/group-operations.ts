import { runExclusively } from '../../../../domain/work/coalesced-work.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { attemptOf, type Message } from '../../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../../queue/unless-deleted.ts';
import type { GroupMessage, ReprocessOperationsMessage } from '../messages.ts';
import type { ProcessingServices } from '../services.ts';
import { regroupPendingFields } from './regroup-pending-fields.ts';

/** Enough to finish the operation that is under way. */
const stopBeforeEndMilliseconds = 120_000;

/**
 * Brings the field operations of a user up to its files, field by field of those that have changed. Rounds of a user go one after the
 * other: a worker that comes while one runs has its holder look again. Idempotent.
 */
export async function groupOperations(
  { ownerId, svcUserId, again }: GroupMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  const user = { ownerId, svcUserId };
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  await unlessDeleted(async () => {
    if (again !== undefined) await setToWork(user, again, services);
    await runExclusively(user, attempt, services.leases, () => regroupPendingFields(user, attempt, services));
  });
}

async function setToWork(
  owner: UserSubject,
  operationId: string,
  { operations, changedFields }: ProcessingServices,
): Promise<void> {
  const operation = await operations.get(owner.ownerId, operationId);
  const [field] = operation?.fields ?? [];
  if (field) await changedFields.note(owner, [{ fieldId: field.id, again: operationId }]);
}

/** Has the operations on some fields of a user, or on all of them, grouped and made again, whether their files have changed or not. */
export async function reprocessOperations(
  { ownerId, svcUserId, fieldIds }: ReprocessOperationsMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  const { fieldWork, changedFields } = services;
  const owner = { ownerId, svcUserId };
  const marked = new Set<string>();
  await unlessDeleted(async () => {
    for await (const fieldId of fieldIds ?? fieldWork.fields(owner)) {
      await changedFields.note(owner, [{ fieldId }]);
      for (const { id } of (await fieldWork.on(owner, fieldId)).operations) {
        // One on several fields is made once.
        if (!marked.has(id)) await changedFields.note(owner, [{ fieldId, again: id }]);
        marked.add(id);
      }
    }
  });
  await groupOperations({ step: 'group', ...owner }, message, services);
}
