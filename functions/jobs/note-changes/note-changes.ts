import type { ShardChange } from '../../../domain/lake-tables/shard.ts';
import type { NotingServices } from '../write-tables/services.ts';

/** Changes of so many seconds become one new file. Queries see a change within a minute; the rest is for reading and writing. */
export const gatheringSeconds = 20;

/** Notes changed rows and sees to it that somebody comes for them, once for all that is noted until then. */
export async function noteChanges(
  changes: readonly ShardChange[],
  services: NotingServices,
  delaySeconds = gatheringSeconds,
): Promise<void> {
  for (const { shard, rows } of changes) {
    const isUnexpected = await services.shards.note(shard, rows);
    // An urgent change does not wait for a worker that is expected later.
    if (isUnexpected || delaySeconds === 0) await sendFor(shard, services, delaySeconds);
  }
}

/** Sends once more for those who have not come for what was noted; answers for how many shards. */
export async function sendForOverdue(services: NotingServices): Promise<number> {
  const overdue = await services.shards.overdue();
  for (const shard of overdue) await sendFor(shard, services, 0);
  return overdue.length;
}

async function sendFor(
  shard: ShardChange['shard'],
  { shards, queue, clock }: NotingServices,
  delaySeconds: number,
): Promise<void> {
  // Noted before the message is sent: a worker that starts at once would otherwise be expected twice. If sending fails, the sweep sends it.
  await shards.expect(shard, clock.now() + delaySeconds * 1000);
  try {
    await queue.send({ step: 'write', ...shard }, delaySeconds);
  } catch (error) {
    await shards.begin(shard);
    throw error;
  }
}
