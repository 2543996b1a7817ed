import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll } from 'vitest';
import { tableNames } from '../../functions/manifests.ts';
import { cloud, control, idle, queueUrl, sqs, table } from './cloud.ts';

/** Tables that keep their rows: owners, their clients and the keys that sign tokens, of which functions cache some in memory. */
const kept = ['identity', 'owners'];

/**
 * Runs with every test file: leaves the next one of the process a cloud without users (but for that of the demo), work and messages. Leftovers
 * of earlier files would be searched, checked and synchronised again by each test that moves the clock.
 */
afterAll(async () => {
  const { queues } = await control<{ queues: Record<string, object> }>('GET', '/queues');
  for (const [name, counts] of Object.entries(queues)) {
    const isEmpty = Object.values(counts).every((count) => count === 0);
    if (!isEmpty) await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrl(name.replace(/^furrow-dev-/, '')) }));
  }
  await idle();
  const tables = tableNames.filter((name) => !kept.includes(name)).map((name) => table(name).name);
  await control('POST', '/dynamodb/empty', { tables, mentions: cloud.demo.svcUserId });
});
