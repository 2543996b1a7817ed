import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { environment } from '../../http/environment.ts';

/**
 * The part of the sweep for work that is coalesced for each user: sends what is overdue to its queue again.
 *
 * @param said what the message says beside the user.
 *
 * @example
 * export const sweepParts: SweepParts = { syncs: overdueWorkOfUsers('sync', 'SYNC_FIELDS_QUEUE_URL') };
 */
export function overdueWorkOfUsers(
  kind: Parameters<typeof userLeases>[0],
  queue: string,
  said: object = {},
): () => Promise<number> {
  const { FIELDS_TABLE, USERS_TABLE } = environment('FIELDS_TABLE', 'USERS_TABLE');
  const { send } = messageQueue(environment(queue)[queue] as string);
  const work = {
    leases: userLeases(kind, { fields: table(FIELDS_TABLE), users: table(USERS_TABLE), clock: systemClock }),
    send: (user: UserSubject, delaySeconds: number) => send({ ...user, ...said }, delaySeconds),
    clock: systemClock,
  };
  return () => sendOverdue(work);
}
