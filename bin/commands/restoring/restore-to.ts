import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeContinuousBackupsCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { recountUsers } from '../../../adapters/aws/dynamodb/counts/recount-users.ts';
import { erasureProgress } from '../../../adapters/aws/dynamodb/erasure/erasure-progress.ts';
import { type Fate, restoreTable } from '../../../adapters/aws/dynamodb/restore/restore-table.ts';
import { belongsToErased, everyTombstone, type Tombstone } from '../../../adapters/aws/dynamodb/restore/tombstones.ts';
import { documentClient, type Item, type Table } from '../../../adapters/aws/dynamodb/table.ts';
import { restoreBucket } from '../../../adapters/aws/s3/restore-bucket.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { lakeTables } from '../../../domain/lake-tables/shard.ts';
import type { ErasureMessage } from '../../../functions/jobs/erase-user/messages.ts';
import { CommandProblem } from '../command.ts';
import { nameOf, type Reached, tablesIn } from '../installation.ts';
import { writeTablesAnew } from '../write-tables-anew.ts';

export interface RestoreOptions {
  moment: Date;
  /** Owners, passwords and keys as well. */
  withIdentity: boolean;
  /** How long SQS may still delete new messages of a purged queue. */
  purgeSeconds: number;
  log(line: string): void;
}

/** How long before the restored moment a deletion may have been requested and its erasure still be unfinished: as long as a dead letter can be sent back. */
const erasureDays = 15;
/** Suffixes of the names of queues that keep failed messages for the operator. */
const keptQueues = ['-dead', '-failures'];
const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Brings tables and buckets back to a moment: queues are emptied first, since their messages refer to later changes, but dead
 * letters stay; the tables that queries read are rewritten from the records; and every user deleted since is erased again, last.
 *
 * @throws CommandProblem before anything was changed when the moment is out of reach.
 */
export async function restoreTo(reached: Reached, options: RestoreOptions): Promise<void> {
  const { moment, withIdentity, purgeSeconds, log } = options;
  const { names, s3, sqs, queueUrls } = reached;
  const client = documentClient(reached.dynamodb);
  const table = (name: string): Table => ({ client, name: nameOf(names, `${name.toUpperCase()}_TABLE`) });

  const restored = tablesIn(names).filter((name) => withIdentity || (name !== 'identity' && name !== 'owners'));
  for (const name of restored) await checkMoment(reached.dynamodb, table(name).name, moment);
  const emptied = queueUrls.filter((url) => !keptQueues.some((end) => url.endsWith(end)));
  for (const QueueUrl of emptied) await sqs.send(new PurgeQueueCommand({ QueueUrl }));
  const purgedUntil = Date.now() + purgeSeconds * 1000;
  log(`emptied ${emptied.length} queues`);

  const tombstones: Tombstone[] = [];
  for await (const tombstone of everyTombstone(table('users'))) tombstones.push(tombstone);
  const erased = new Set(tombstones.map(({ svcUserId }) => svcUserId));
  for (const name of restored) {
    const { put, removed } = await restoreTable(table(name), moment, (item) => fateOf(name, item, erased));
    log(`table ${name}: ${put} items put back, ${removed} removed`);
  }
  await recountUsers(table('users'));
  for (const [name, variable] of [
    ['files', 'FILES_BUCKET'],
    ['lake', 'LAKE_BUCKET'],
  ] as const) {
    const derived = name === 'lake' ? lakeTables.map((one) => `lake/${one}/`) : [];
    const isDropped = (key: string) => derived.some((prefix) => key.startsWith(prefix));
    const { put, removed } = await restoreBucket(s3, nameOf(names, variable), moment, isDropped);
    log(`bucket ${name}: ${put} objects put back, ${removed} removed`);
  }

  if (purgedUntil > Date.now()) await sleep(purgedUntil - Date.now());
  const queue = <Message extends object>(name: string) => {
    const url = queueUrls.find((one) => one.endsWith(`-${name}`));
    if (!url) throw new CommandProblem(`there is no queue ${name}`);
    return messageQueue<Message>(url, sqs);
  };
  const services = { users: table('users'), operations: table('operations'), clock: systemClock, newId };
  const rewritten = await writeTablesAnew({ ...services, queue: queue('table-writes') });
  log(`rewriting the rows of ${rewritten} users`);
  const due = tombstones.filter(({ deletedAt }) => deletedAt > moment.getTime() - erasureDays * dayMilliseconds);
  const erasures = queue<ErasureMessage>('user-erasures');
  const progress = erasureProgress(table('requests'), systemClock);
  for (const { ownerId, svcUserId } of due) {
    await progress.forget({ ownerId, svcUserId });
    await erasures.send({ ownerId, svcUserId });
  }
  log(`erasing ${due.length} deleted users again`);
}

function fateOf(table: string, item: Item, erased: ReadonlySet<string>): Fate {
  if (table === 'users' && belongsToErased(item, erased)) return 'keep';
  // These items say which objects queries read; they are rewritten with the tables.
  const isPointer = String(item.pk).endsWith('#lake') && (lakeTables as readonly string[]).includes(String(item.sk));
  return table === 'operations' && isPointer ? 'drop' : 'restore';
}

/** @throws CommandProblem when a table cannot be restored to the moment, before anything was changed. */
async function checkMoment(client: DynamoDBClient, TableName: string, moment: Date): Promise<void> {
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (earliest && latest && earliest <= moment && moment <= latest) return;
  const range =
    earliest && latest ? `a moment from ${earliest.toISOString()} to ${latest.toISOString()}` : 'no moment at all';
  throw new CommandProblem(
    `${TableName} can be restored to ${range}, not to ${moment.toISOString()}; nothing was changed`,
  );
}
