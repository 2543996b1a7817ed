import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { eventWrite } from '../../adapters/aws/dynamodb/events/event-item.ts';
import { documentClient } from '../../adapters/aws/dynamodb/table.ts';
import { transact } from '../../adapters/aws/dynamodb/transact.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import { type BenchOwner, makeOwners } from '../../bench/owners.ts';
import { type RunningFurrow, startFurrow } from '../../bench/running-furrow.ts';
import { listen, registerListener } from '../../bench/webhook-listener.ts';
import { fieldCreated } from '../../domain/fields/field-events.ts';
import { type Random, randomOf } from '../random-queries/random.ts';

export interface WebhookFigures {
  kills: number;
  /** Events whose write was acknowledged. */
  written: number;
  /** Calls that the listener acknowledged. */
  calls: number;
  /** Events that it never acknowledged, each with the number of its refusals. */
  lost: { fieldId: string; refused: number }[];
  /** Events that it received more than once. */
  repeated: number;
  /** Seconds from the last start's line `ready` until all had arrived. */
  seconds: number;
}

const [shortestLife, maxLife] = [300, 4_000];
/** Limit for all deliveries: the sweep repeats failed attempts after a minute and more; calls in flight at a kill are repeated at once. */
const maxWaitMilliseconds = 300_000;
/** One in this many calls is answered with 500. */
const refusedOneIn = 40;

/**
 * Writes events of a user that a webhook listens to, kills Furrow repeatedly meanwhile, starts it once more, and returns what the listener
 * received. The listener keeps running, and refuses some calls.
 *
 * @param seed decides the moments of the kills and the refusals.
 */
export async function killUnderWebhooks({
  dataDir,
  events,
  kills,
  seed,
  log,
}: {
  dataDir: string;
  events: number;
  kills: number;
  seed: number;
  log(line: string): void;
}): Promise<WebhookFigures> {
  const random = randomOf(seed);
  const arrived = new Map<string, number>();
  const refused = new Map<string, number>();
  const listener = await listen(({ fieldId }) => {
    if (typeof fieldId !== 'string') return 200;
    // After two refusals an event would wait for longer than the last start is watched.
    if (!refused.has(fieldId) && random.below(refusedOneIn) === 0) {
      refused.set(fieldId, 1);
      return 500;
    }
    arrived.set(fieldId, (arrived.get(fieldId) ?? 0) + 1);
    return 200;
  });
  let furrow = await startFurrow(dataDir);
  try {
    const [owner] = (await makeOwners(furrow.endpoints, 1)) as [BenchOwner];
    const user = await registerListener(furrow.endpoints.baseUrl, owner, listener.url);
    const written: string[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      const share = Math.ceil((events - written.length) / (kills - kill + 1));
      const writing = writeEvents(furrow, { owner, user, count: share, random }, written);
      await Promise.all([sleep(shortestLife + random.below(maxLife - shortestLife)), writing.begun]);
      await furrow.kill();
      await writing.ended;
      log(`kill ${kill}; ${written.length} events written, ${arrived.size} arrived so far`);
      furrow = await startFurrow(dataDir);
    }
    await writeEvents(furrow, { owner, user, count: events - written.length, random }, written).ended;
    const start = performance.now();
    const lost = () => written.filter((field) => !arrived.has(field));
    while (lost().length > 0 && performance.now() - start < maxWaitMilliseconds) await sleep(500);
    return {
      kills,
      written: written.length,
      calls: [...arrived.values()].reduce((sum, count) => sum + count, 0),
      lost: lost().map((fieldId) => ({ fieldId, refused: refused.get(fieldId) ?? 0 })),
      repeated: [...arrived.values()].filter((count) => count > 1).length,
      seconds: Math.round((performance.now() - start) / 1000),
    };
  } finally {
    await furrow.kill();
    listener.close();
  }
}

/** Writes events one after the other until there are enough, or the server is killed; `written` has the acknowledged ones. */
function writeEvents(
  { endpoints }: RunningFurrow,
  { owner, user, count, random }: { owner: BenchOwner; user: string; count: number; random: Random },
  written: string[],
): { begun: Promise<unknown>; ended: Promise<void> } {
  const { region, credentials, services, variables } = endpoints;
  const client = new DynamoDBClient({ region, credentials, endpoint: services.dynamodb, maxAttempts: 1 });
  const table = { client: documentClient(client), name: variables.EVENTS_TABLE ?? '' };
  const write = async () => {
    const ids = { id: newId(), ownerId: owner.id, svcUserId: user, fieldId: newId() };
    await transact(table.client, [eventWrite(table, fieldCreated(ids, 'REST', systemClock.now()))]);
    written.push(ids.fieldId);
  };
  const all = async () => {
    for (let number = 1; number < count; number += 1) {
      await write();
      await sleep(random.below(20));
    }
  };
  const begun = count > 0 ? write() : Promise.resolve();
  // Writes in flight at a kill were not acknowledged, and may or may not be stored.
  const ended = begun
    .then(all)
    .catch(() => undefined)
    .finally(() => client.destroy());
  return { begun: begun.catch(() => undefined), ended };
}
