import type { Message } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import { groupOperations } from './group-operations.ts';
import type { ReprocessOperationsMessage } from './messages.ts';
import type { ProcessingServices } from './services.ts';

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
