import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { eventWrite } from '../adapters/aws/dynamodb/events/event-item.ts';
import { documentClient, type Table } from '../adapters/aws/dynamodb/table.ts';
import { transact } from '../adapters/aws/dynamodb/transact.ts';
import { newId, systemClock } from '../adapters/system.ts';
import { fieldCreated } from '../domain/fields/field-events.ts';
import { type BenchOwner, makeOwners } from './owners.ts';
import { benchmark, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { percentile } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { listen, registerListener } from './webhook-listener.ts';

const minPerSecond = 50;
const maxMilliseconds = 2_000;

/** Delivery times of one owner's webhooks while the listener of another never responds. */
export const webhooks = benchmark({
  name: 'webhooks',
  takes: 'a minute and a half: 1,000 events at once and 300 at 10 a second, beside a listener that hangs',
  sizes: {
    // More hanging calls than all workers can send at once.
    full: { warmUps: 10, atOnce: 1_000, steady: { events: 300, perSecond: 10 }, hanging: 100 },
    tiny: { warmUps: 1, atOnce: 5, steady: { events: 3, perSecond: 30 }, hanging: 1 },
  },
  async *run({ warmUps, atOnce, steady, hanging }) {
    const temporary = temporaryFolder();
    const arrived = new Map<string, number>();
    const swift = await listen(({ fieldId }) => {
      if (typeof fieldId === 'string' && !arrived.has(fieldId)) arrived.set(fieldId, performance.now());
      return 200;
    });
    const hangs = await listen((event) => ('message' in event ? 200 : 'never'));
    let furrow: RunningFurrow | undefined;
    try {
      furrow = await startFurrow(temporary.path);
      const { baseUrl, region, credentials, services, variables } = furrow.endpoints;
      const database = documentClient(new DynamoDBClient({ region, credentials, endpoint: services.dynamodb }));
      const events = { client: database, name: variables.EVENTS_TABLE ?? '' };
      const [one, other] = (await makeOwners(furrow.endpoints, 2)) as [BenchOwner, BenchOwner];
      const user = await registerListener(baseUrl, one, swift.url);
      const otherUser = await registerListener(baseUrl, other, hangs.url);
      const all = async (written: Map<string, number>) => {
        while ([...written.keys()].some((field) => !arrived.has(field))) await setTimeout(10);
        return [...written].map(([field, at]) => (arrived.get(field) ?? 0) - at);
      };
      await all(await write(events, { owner: one, user, count: warmUps }));
      await write(events, { owner: other, user: otherUser, count: hanging });

      const known = await all(
        await write(events, { owner: one, user, count: steady.events, perSecond: steady.perSecond }),
      );
      yield within('webhooks, first attempt, p50', percentile(known, 50), maxMilliseconds, 'ms');
      yield within('webhooks, first attempt, p95', percentile(known, 95), maxMilliseconds, 'ms');

      await write(events, { owner: other, user: otherUser, count: hanging });
      const begun = performance.now();
      await all(await write(events, { owner: one, user, count: atOnce }));
      yield {
        name: 'webhooks, deliveries a second',
        measured: atOnce / ((performance.now() - begun) / 1000),
        unit: '/s',
        comparedWith: { what: 'the limit', value: minPerSecond },
        limit: { atLeast: 1 },
      };
    } finally {
      await furrow?.stop();
      for (const { close } of [swift, hangs]) close();
      temporary.remove();
    }
  },
});

/** Writes events of new fields into the outbox, as their transactions do; returns the time of each by field. */
async function write(
  events: Table,
  { owner, user, count, perSecond }: { owner: BenchOwner; user: string; count: number; perSecond?: number },
): Promise<Map<string, number>> {
  const written = new Map<string, number>();
  const writing: Promise<unknown>[] = [];
  for (let number = 0; number < count; number += 1) {
    const ids = { id: newId(), ownerId: owner.id, svcUserId: user, fieldId: newId() };
    written.set(ids.fieldId, performance.now());
    writing.push(transact(events.client, [eventWrite(events, fieldCreated(ids, 'REST', systemClock.now()))]));
    if (perSecond !== undefined) await setTimeout(1000 / perSecond);
    else if (writing.length % 20 === 0) await Promise.all(writing.splice(0));
  }
  await Promise.all(writing);
  return written;
}
