import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { firstDays } from '../../adapters/aws/dynamodb/consumption/first-days.ts';
import { fieldIdIn, fieldPrefix } from '../../adapters/aws/dynamodb/fields/field-item.ts';
import type { Item, Table } from '../../adapters/aws/dynamodb/table.ts';
import type { Clock, NewId } from '../../domain/clock.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';
import { productsOf } from '../../domain/usage/contract.ts';
import { type ChangedSource, sourceText } from '../../domain/usage/counting/source.ts';
import type { UsageProduct } from '../../domain/usage/usage-fact.ts';
import type { CountMessage } from '../../functions/jobs/count-usage/messages.ts';
import { noteUsage, usageNoting } from '../../functions/jobs/count-usage/note-usage.ts';

/** Notes of one owner that are written together. */
const notedAtOnce = 500;

/**
 * Requests that all usage facts and fields are counted anew, such as those whose notes were lost. First days are recorded before, so that
 * terms begin with the first fact and not with the first one that is counted. Nothing counts twice, and it may be interrupted and run again. Returns the number of facts and fields.
 */
export async function countUsageAnew(given: {
  usage: Table;
  fields: Table;
  consumption: Table;
  queue: MessageQueue<CountMessage>;
  clock: Clock;
  newId: NewId;
}): Promise<number> {
  const { usage, fields, consumption } = given;
  await recordFirstDays(usage, consumption);
  const noting = usageNoting(consumption, given);
  const waiting = new Map<string, ChangedSource[]>();
  let count = 0;
  for (const sources of [sourcesOf(usage, factIn), sourcesOf(fields, fieldIn)]) {
    for await (const { ownerId, source } of sources) {
      const some = [...(waiting.get(ownerId) ?? []), { source, again: true }];
      waiting.set(ownerId, some);
      count += 1;
      if (some.length < notedAtOnce) continue;
      await noteUsage(new Map([[ownerId, some]]), noting);
      waiting.delete(ownerId);
    }
  }
  await noteUsage(waiting, noting);
  return count;
}

async function recordFirstDays(usage: Table, consumption: Table): Promise<void> {
  const first = new Map<string, string>();
  for await (const { pk, sk } of keysOf(usage)) {
    const [ownerId = ''] = String(pk).split('#');
    const [day = '', product = ''] = String(sk).split('#');
    for (const contract of productsOf(product as UsageProduct)) {
      const name = `${ownerId}#${contract}`;
      const before = first.get(name);
      if (before === undefined || day < before) first.set(name, day);
    }
  }
  const { add } = firstDays(consumption);
  for (const [name, day] of first) {
    const [ownerId = '', product] = name.split('#');
    await add(ownerId, product as Parameters<typeof add>[1], day);
  }
}

async function* sourcesOf(table: Table, read: (svcUserId: string, sk: string) => string | undefined) {
  for await (const { pk, sk } of keysOf(table)) {
    const [ownerId = '', svcUserId = ''] = String(pk).split('#');
    const source = read(svcUserId, String(sk));
    if (source !== undefined) yield { ownerId, source };
  }
}

function factIn(svcUserId: string, sk: string): string | undefined {
  const [, product] = sk.split('#');
  return productsOf(product as UsageProduct).length > 0 ? sourceText({ svcUserId, fact: sk }) : undefined;
}

function fieldIn(svcUserId: string, sk: string): string | undefined {
  return sk.startsWith(fieldPrefix) ? sourceText({ svcUserId, fieldId: fieldIdIn({ sk }) }) : undefined;
}

/** The keys of a whole table, which is why it is started by hand. */
async function* keysOf({ client, name: TableName }: Table): AsyncGenerator<Item> {
  let from: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName, ProjectionExpression: 'pk, sk', ExclusiveStartKey: from }),
    );
    yield* page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}
