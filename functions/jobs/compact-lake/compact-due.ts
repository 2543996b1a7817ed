import type { Clock } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { PointsPointer } from '../../../domain/lake/points-pointer.ts';
import { type CompactionMessage, compactionMessage } from './messages.ts';

/** A compaction that was not done by then is asked for again. */
const askAgainMilliseconds = 6 * 60 * 60_000;

/** Has the points of owners compacted that are due. */
export async function compactDue({
  points,
  compactions,
  clock,
}: {
  points: Pick<PointsPointer, 'due' | 'move'>;
  compactions: MessageQueue<CompactionMessage>;
  clock: Clock;
}): Promise<number> {
  const owners = await points.due(clock.now());
  for (const ownerId of owners) {
    await compactions.send(compactionMessage(ownerId));
    await points.move(ownerId, clock.now() + askAgainMilliseconds);
  }
  return owners.length;
}
