import { isUserNotFound } from '../../../domain/errors.ts';
import type { FieldsOwner } from '../../../domain/operations/field-work.ts';
import { workInRounds } from '../../queue/rounds.ts';
import { type Message, turnMilliseconds } from '../../queue/sqs-worker.ts';
import type { GroupMessage } from './messages.ts';
import { regroupPendingFields } from './regroup-pending-fields.ts';
import type { ProcessingServices } from './services.ts';

/** Enough to finish the operation that is under way. */
const stopBeforeEndMilliseconds = 120_000;

/**
 * Brings the field operations of a user up to its files, field by field of those that have changed. Rounds of a user go one after the
 * other; who comes while one runs leaves word, and another follows. Doing a round twice changes nothing.
 */
export async function groupOperations(
  { ownerId, svcUserId, again }: GroupMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  const { delivery } = message;
  try {
    if (again !== undefined) await setToWork({ ownerId, svcUserId }, again, services);
    const hasTime = () => message.remainingMilliseconds() >= stopBeforeEndMilliseconds;
    const isLeft = await workInRounds({
      take: () => services.leases.take(ownerId, svcUserId, delivery, turnMilliseconds(message)),
      round: () => regroupPendingFields({ ownerId, svcUserId }, { delivery, hasTime }, services),
      hasTime,
    });
    if (isLeft) await services.queue.send({ step: 'group', ownerId, svcUserId });
  } catch (error) {
    // The user was deleted meanwhile, and its operations go with it.
    if (!isUserNotFound(error)) throw error;
  }
}

async function setToWork(
  owner: FieldsOwner,
  operationId: string,
  { operations, fieldWork }: ProcessingServices,
): Promise<void> {
  const operation = await operations.get(owner.ownerId, operationId);
  const [field] = operation?.fields ?? [];
  if (field) await fieldWork.changed(owner, [field.id], operationId);
}
