import { runExclusively, workOff } from '../../../domain/work/coalesced-work.ts';
import { attemptOf, type Message } from '../../queue/sqs-worker.ts';
import { countSources } from './count-sources.ts';
import type { CountMessage } from './messages.ts';
import type { CountingServices } from './services.ts';

/** A batch takes seconds; this is time for one with shapes of many tiles. */
const stopBeforeEndMilliseconds = 180_000;
/** Sources of one batch: a tile that several of them meet is read once. */
const sourcesAtOnce = 100;

/** Counts all noted facts and fields of an owner, one worker at a time. Idempotent: what is counted follows from the records as they are. */
export async function countUsage(
  { ownerId }: CountMessage,
  message: Message<CountMessage>,
  services: CountingServices,
): Promise<void> {
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  await runExclusively(ownerId, attempt, services.leases, () =>
    workOff(services.list, ownerId, attempt, sourcesAtOnce, async (noted) => {
      await countSources(ownerId, noted, services);
      return noted;
    }),
  );
}
