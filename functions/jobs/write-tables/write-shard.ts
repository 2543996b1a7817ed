import * as z from 'zod';
import { lakeTables, type Shard, shardNames } from '../../../domain/lake-tables/shard.ts';
import { type Message, RetryLater } from '../../queue/sqs-worker.ts';
import type { WritingServices } from './services.ts';

/** Changes that become one new state of a shard. */
const rowsAtOnce = 1_000;
/** A state is written within seconds; this is time for a large one. */
const stopBeforeEndMilliseconds = 90_000;
/** As long as the longest query reads: SQS delays no message for longer. */
const maxReadingSeconds = 900;

const shardMembers = { ownerId: z.string(), table: z.enum(lakeTables), shard: z.enum(shardNames) };
const messageSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('write'), ...shardMembers }),
  z.object({ step: z.literal('forget'), ...shardMembers, ingestIds: z.array(z.string()) }),
]);

/** Does what a message asks of a shard: brings it up to date, or removes objects that no snapshot reads. Idempotent. */
export async function tabulate(message: Message, services: WritingServices): Promise<void> {
  const work = messageSchema.parse(JSON.parse(message.body));
  const { ownerId, table, shard: name } = work;
  const shard = { ownerId, table, shard: name };
  if (work.step === 'write') return writeShard(shard, message, services);
  const current = await services.shards.current(shard);
  await services.writer.remove(
    shard,
    work.ingestIds.filter((id) => id !== current?.ingestId),
  );
}

async function writeShard(shard: Shard, message: Message, services: WritingServices): Promise<void> {
  const { shards } = services;
  await shards.begin(shard);
  for (;;) {
    const noted = await shards.noted(shard, rowsAtOnce);
    if (noted.length === 0) return shards.end(shard);
    // The sweep sends the next message. One from here would make a chain without an end where changes never end.
    if (message.remainingMilliseconds() < stopBeforeEndMilliseconds) return shards.leave(shard);
    await replaceShard(shard, noted, services);
    await shards.done(shard, noted);
  }
}

/** Publishes the shard with some rows as they are now. A faster worker may have read them earlier: then it is done again. */
async function replaceShard(
  shard: Shard,
  changed: Awaited<ReturnType<WritingServices['shards']['noted']>>,
  { shards, source, writer, queue, newId }: WritingServices,
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
