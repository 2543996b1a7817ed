import { expect, test } from 'vitest';
import type { Shard } from '../../../../domain/lake-tables/shard.ts';
import type { TableMessage } from '../../../../functions/jobs/write-tables/messages.ts';
import type { WritingServices } from '../../../../functions/jobs/write-tables/services.ts';
import { writeTables } from '../../../../functions/jobs/write-tables/write-tables.ts';
import type { Message } from '../../../../functions/queue/sqs-worker.ts';

test('a shard without enough time is left to the sweep, not to a chain of messages', async () => {
  const shard: Shard = { ownerId: 'owner', table: 'fields', shard: '7' };
  const left: Shard[] = [];
  const sent: unknown[] = [];
  const services = {
    list: { noted: async () => [{ svcUserId: 'user', id: 'field', stamp: 'n', attempts: 0 }] },
    leases: {
      take: async () => ({ end: async () => false }),
      makeDue: async (one: Shard) => void left.push(one),
    },
  } as unknown as WritingServices;
  const message = {
    queue: { send: async (sending: unknown) => void sent.push(sending) },
    remainingMilliseconds: () => 60_000,
  } as unknown as Message<TableMessage>;
  await writeTables({ step: 'write', ...shard }, message, services);
  expect([left, sent]).toEqual([[shard], []]);
});
