import { fieldDeletion } from '../../../adapters/aws/dynamodb/fields/field-deletion.ts';
import { compactionLeases } from '../../../adapters/aws/dynamodb/lake/compaction-leases.ts';
import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { endingBatchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { machineFileStore } from '../../../adapters/aws/dynamodb/machine-files/machine-file-store.ts';
import { changedFields } from '../../../adapters/aws/dynamodb/operations/changed-fields.ts';
import { fieldWork } from '../../../adapters/aws/dynamodb/operations/field-work.ts';
import { runningQueryStore } from '../../../adapters/aws/dynamodb/queries/running-query-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { uploadStore } from '../../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { type UserWork, userLeases } from '../../../adapters/aws/dynamodb/work/user-leases.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { peekMessages } from '../../../adapters/aws/sqs/peek-messages.ts';
import { messageQueue } from '../../../adapters/aws/sqs/send-message.ts';
import { derivedId } from '../../../adapters/derived-id.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { environment } from '../../http/environment.ts';
import { compactionMessage } from '../compact-lake/messages.ts';
import { shardNoting } from '../note-changes/note-changes.ts';
import { compactDue } from './compact-due.ts';
import { endDeadLetters } from './end-dead-letters.ts';
import { failOverdue } from './fail-overdue.ts';
import { failOverdueMachineFiles } from './fail-overdue-machine-files.ts';
import { sendOverdueQueries } from './send-overdue-queries.ts';
import { sendWaiting } from './send-waiting.ts';

const names = environment(
  'UPLOADS_TABLE',
  'USERS_TABLE',
  'FIELDS_TABLE',
  'OPERATIONS_TABLE',
  'QUERIES_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'FILES_BUCKET',
  'CONVERT_BOUNDARIES_QUEUE_URL',
  'PROCESS_MACHINE_FILES_QUEUE_URL',
  'RUN_QUERIES_QUEUE_URL',
  'WRITE_TABLES_QUEUE_URL',
  'COMPACT_LAKE_QUEUE_URL',
  'MERGE_FIELDS_QUEUE_URL',
  'SYNC_FIELDS_QUEUE_URL',
  'CONVERT_BOUNDARIES_DEAD_LETTERS_URL',
  'PROCESS_MACHINE_FILES_DEAD_LETTERS_URL',
);
const users = table(names.USERS_TABLE);
const fields = table(names.FIELDS_TABLE);
const uploads = table(names.UPLOADS_TABLE);
const operations = table(names.OPERATIONS_TABLE);
const events = table(names.EVENTS_TABLE);
const given = { clock: systemClock, derivedId };
const conversion = { uploads: uploadStore(uploads, users), ...given };
const processing = {
  batches: endingBatchStore(operations, users, events),
  machineFiles: machineFileStore({
    operations,
    users,
    events,
    usage: table(names.USAGE_TABLE),
  }),
  fieldWork: fieldWork(operations, users, newId),
  changedFields: changedFields(operations, users, newId),
  queue: messageQueue(names.PROCESS_MACHINE_FILES_QUEUE_URL),
  ...given,
};
const deadLetters = {
  conversions: peekMessages(names.CONVERT_BOUNDARIES_DEAD_LETTERS_URL),
  machineFiles: peekMessages(names.PROCESS_MACHINE_FILES_DEAD_LETTERS_URL),
};
const deletions = fieldDeletion({
  fields,
  files: objectStore(names.FILES_BUCKET),
  clock: systemClock,
});
const queries = {
  queries: runningQueryStore(table(names.QUERIES_TABLE)),
  queue: messageQueue(names.RUN_QUERIES_QUEUE_URL),
  clock: systemClock,
};

const tables = shardNoting(operations, {
  queue: messageQueue(names.WRITE_TABLES_QUEUE_URL),
  clock: systemClock,
  newId,
});

const compactions = messageQueue(names.COMPACT_LAKE_QUEUE_URL);
const compacting = {
  points: pointsPointer(operations),
  leases: compactionLeases(operations, systemClock),
  compactions,
  send: (ownerId: string) => compactions.send(compactionMessage(ownerId)),
  clock: systemClock,
};

const forUsers = (work: UserWork, queueUrl: string) => ({
  leases: userLeases(work, { fields, users, clock: systemClock }),
  send: messageQueue(queueUrl).send,
  clock: systemClock,
});
const grouping = {
  ...forUsers('operations', names.PROCESS_MACHINE_FILES_QUEUE_URL),
  send: (user: UserSubject) => processing.queue.send({ step: 'group', ...user }),
};
const merging = forUsers('merge', names.MERGE_FIELDS_QUEUE_URL);
const syncing = forUsers('sync', names.SYNC_FIELDS_QUEUE_URL);

const waiting = [
  { waiting: waitingWork(uploads, systemClock), queue: messageQueue(names.CONVERT_BOUNDARIES_QUEUE_URL) },
  { waiting: waitingWork(operations, systemClock), queue: processing.queue },
].map((one) => ({ ...one, clock: systemClock }));

/** What is looked after, each on its own: an error in one hides none of the others. */
const parts = {
  uploads: () => failOverdue(conversion),
  machineFiles: () => failOverdueMachineFiles(processing),
  waiting: () => sendWaiting(waiting),
  deadLetters: () => endDeadLetters({ deadLetters, conversion, processing }),
  deletions: () => deletions.finishOverdue(),
  queries: () => sendOverdueQueries(queries),
  tables: () => sendOverdue(tables),
  compactions: () => compactDue(compacting),
  brokenCompactions: () => sendOverdue(compacting),
  merges: () => sendOverdue(merging),
  syncs: () => sendOverdue(syncing),
  operations: () => sendOverdue(grouping),
};

/** Runs every minute, ends what got stuck, sends what was lost again and has points compacted that are due. Tells how much that was. */
export async function handler(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const errors: unknown[] = [];
  for (const [name, look] of Object.entries(parts)) {
    try {
      found[name] = await look();
    } catch (error) {
      console.error({ sweeping: name, error });
      errors.push(error);
    }
  }
  if (Object.values(found).some((count) => count > 0)) console.warn(found);
  if (errors.length > 0) throw new AggregateError(errors, 'not all could be looked after');
  return found;
}
