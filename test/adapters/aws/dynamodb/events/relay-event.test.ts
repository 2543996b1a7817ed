import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { deliveryMarks, offeredEvent } from '../../../../../adapters/aws/dynamodb/events/delivery-marks.ts';
import { eventKey, eventWrite } from '../../../../../adapters/aws/dynamodb/events/event-item.ts';
import { offerAgain } from '../../../../../adapters/aws/dynamodb/events/offer-again.ts';
import { documentClient } from '../../../../../adapters/aws/dynamodb/table.ts';
import { transact } from '../../../../../adapters/aws/dynamodb/transact.ts';
import { newId } from '../../../../../adapters/system.ts';
import type { FarmEvent } from '../../../../../domain/events/event.ts';
import { fieldBoundaryUpdated } from '../../../../../domain/fields/field-events.ts';
import { relayEvent } from '../../../../../functions/jobs/relay-events/relay-event.ts';
import { credentials, region } from '../../../../../local/credentials.ts';
import { startForTests } from '../../../../local/dynamodb/engine-under-test.ts';
import { plainTable } from '../../../../local/dynamodb/table-definitions.ts';

const { engine, clock } = await startForTests();

/** An events table with its stream, and queues that record their messages; those named in `failing` accept nothing. */
async function outbox() {
  const name = `events-${newId()}`;
  await engine.ensureTable(plainTable(name, { streamViewType: 'NEW_AND_OLD_IMAGES' }));
  const events = {
    name,
    client: documentClient(new DynamoDBClient({ endpoint: engine.endpoint, region, credentials })),
  };
  const failing = new Set<string>();
  const sent: string[] = [];
  const queue = (queueName: string) => ({
    async send() {
      if (failing.has(queueName)) throw new Error(`${queueName} is not there`);
      sent.push(queueName);
    },
  });
  const services = {
    queueOf: ({ name }: { name: string }) => queue(name),
    listenerOf: async () => undefined,
    ...deliveryMarks(events, clock),
  };
  let after: string | undefined;
  return {
    failing,
    sent,
    write: (event: FarmEvent) => transact(events.client, [eventWrite(events, event)]),
    again: () => offerAgain(events, ['fieldBoundaryUpdated'], clock),
    item: async (event: FarmEvent) =>
      (await events.client.send(new GetCommand({ TableName: name, Key: eventKey(event) }))).Item,
    /** Relays the whole stream; returns the number of records that failed. */
    async relay(): Promise<number> {
      let failed = 0;
      for (;;) {
        const { records } = await engine.readStream(name, after, 1000);
        if (records.length === 0) return failed;
        for (const record of records) {
          after = record.dynamodb.SequenceNumber;
          const event = offeredEvent(record as DynamoDBRecord);
          if (event) await relayEvent(event, services).catch(() => failed++);
        }
      }
    },
  };
}

const someEvent = () =>
  fieldBoundaryUpdated({ id: newId(), ownerId: newId(), svcUserId: newId(), fieldId: newId() }, newId(), 1);

test('an event goes to all of its subscribers once, and to no other', async () => {
  const { write, relay, sent, item } = await outbox();
  const event = someEvent();
  await write(event);
  expect(await relay()).toBe(0);
  expect(sent.sort()).toEqual(['irrigation', 'machine files', 'merging', 'soil']);
  expect(await item(event)).toMatchObject({ deliveredAt: expect.any(Number) });
});

test('a failing subscriber does not make another receive the event again', async () => {
  const { write, relay, again, failing, sent, item } = await outbox();
  const event = someEvent();
  failing.add('machine files');
  await write(event);
  // It is relayed once more to the failing subscriber, and then left to the stream's retries.
  expect(await relay()).toBe(1);
  expect(sent.sort()).toEqual(['irrigation', 'merging', 'soil']);
  expect(await item(event)).toMatchObject({ deliveredTo: new Set(['irrigation', 'merging', 'soil', 'webhooks']) });

  failing.clear();
  expect(await again()).toBe(1);
  expect(await relay()).toBe(0);
  expect(sent).toEqual(['irrigation', 'merging', 'soil', 'machine files']);
  expect(await item(event)).toMatchObject({ deliveredAt: expect.any(Number) });
  expect(await again()).toBe(0);
});
