import { type DueRounds, dueRounds } from '../../../adapters/aws/dynamodb/sync/due-rounds.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import { lookedAt, shareOfMinute, usualPerMinute } from '../../../domain/sync/schedule.ts';
import { environment, environmentNumber } from '../../http/environment.ts';
import { overdueWorkOfUsers } from '../sweep/overdue-work-of-users.ts';
import type { SweepParts } from '../sweep/parts.ts';
import type { SyncMessage } from './messages.ts';

/** Whether fields are wanted is noted beside the lease: the message need not say it. */
export const sweepParts: SweepParts = {
  syncs: overdueWorkOfUsers('sync', 'SYNC_FIELDS_QUEUE_URL', { organizations: true }),
  rounds: () => {
    const { FIELDS_TABLE, SYNC_FIELDS_QUEUE_URL } = environment('FIELDS_TABLE', 'SYNC_FIELDS_QUEUE_URL');
    return beginRounds(dueRounds(table(FIELDS_TABLE)), messageQueue(SYNC_FIELDS_QUEUE_URL), systemClock);
  },
};

/** Asks for the scheduled rounds of this minute. A message that is lost is sent again when the round is found overdue half an hour later. */
async function beginRounds(rounds: DueRounds, queue: MessageQueue<SyncMessage>, clock: Clock): Promise<number> {
  const now = clock.now();
  const perMinute = environmentNumber('SWEEP_ITEMS', usualPerMinute);
  const due = await rounds.find(now, lookedAt(perMinute));
  const begun = due.slice(0, shareOfMinute(due.length, now, perMinute));
  for (const key of begun) {
    const user = await rounds.begin(key, now);
    if (user) await queue.send({ ...user, scheduled: true });
  }
  return begun.length;
}
