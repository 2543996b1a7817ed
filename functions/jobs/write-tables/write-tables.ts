import type { ChangedRow, Shard } from '../../../domain/lake-tables/shard.ts';
import { runExclusively, workOff } from '../../../domain/work/coalesced-work.ts';
import { attemptOf, type Message, RetryLater } from '../../queue/sqs-worker.ts';
import type { TableMessage } from './messages.ts';
import type { WritingServices } from './services.ts';

/** Changes that become one new state of a shard. */
const rowsAtOnce = 1_000;
/** A state is written within seconds; this is time for a large one. */
const stopBeforeEndMilliseconds = 90_000;
/** The time that a query may read a snapshot, limited by the maximum delay of an SQS message. */
const maxReadingSeconds = 900;

/** Does what a message asks of a shard: brings it up to date, or removes objects that no snapshot reads. Idempotent. */
export async function writeTables(
  work: TableMessage,
  message: Message<TableMessage>,
  services: WritingServices,
): Promise<void> {
  const { ownerId, table, shard: name } = work;
  const shard = { ownerId, table, shard: name };
  if (work.step === 'write') return writeShard(shard, message, services);
  const current = await services.shards.current(shard);
  await services.writer.remove(
    shard,
    work.ingestIds.filter((id) => id !== current?.ingestId),
  );
}

/** The sweep sends the next message where time is too short: one from here would make a chain without an end where changes never end. */
async function writeShard(shard: Shard, message: Message<TableMessage>, services: WritingServices): Promise<void> {
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  await runExclusively(shard, attempt, services.leases, () =>
    workOff(services.list, shard, attempt, rowsAtOnce, async (changed) => {
      await replaceShard(shard, changed, message, services);
      return changed;
    }),
  );
}

/** Publishes the shard with some rows as they are now. A worker whose lease was over may have published meanwhile: then it is done again. */
async function replaceShard(
  shard: Shard,
  changed: readonly ChangedRow[],
  { queue }: Message<TableMessage>,
  { shards, source, writer, newId }: WritingServices,
): Promise<void> {
  const ingestId = newId();
  const before = (await shards.current(shard))?.ingestId;
  // Asked for before there is anything to forget, so that nothing is left behind; what is shown then stays.
  const ingestIds = [...(before === undefined ? [] : [before]), ingestId];
  await queue.send({ step: 'forget', ...shard, ingestIds }, maxReadingSeconds);
  const rows = source.rows(shard, changed);
  const after = await writer.write({ shard, before, without: changed, rows, ingestId });
  if (await shards.replace(shard, before, after)) return;
  throw new RetryLater(`another worker has written ${Object.values(shard).join('/')} meanwhile`, 2);
}
