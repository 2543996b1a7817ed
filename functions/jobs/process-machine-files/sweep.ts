import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { endingBatchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { machineFileStore } from '../../../adapters/aws/dynamodb/machine-files/machine-file-store.ts';
import { changedFields } from '../../../adapters/aws/dynamodb/operations/changed-fields.ts';
import { fieldWork } from '../../../adapters/aws/dynamodb/operations/field-work.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { peekMessages } from '../../../adapters/aws/sqs/peek-messages.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { sendWaiting } from '../sweep/send-waiting.ts';
import { endDeadMachineFiles, failOverdueMachineFiles } from './end-lost-machine-files.ts';
import type { MachineFileMessage, ReadingMessage } from './messages.ts';

const names = environment(
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'FIELDS_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'PROCESS_MACHINE_FILES_QUEUE_URL',
  'PROCESS_MACHINE_FILES_DEAD_LETTERS_URL',
);
const operations = table(names.OPERATIONS_TABLE);
const users = table(names.USERS_TABLE);
const events = table(names.EVENTS_TABLE);
const queue = messageQueue<MachineFileMessage>(names.PROCESS_MACHINE_FILES_QUEUE_URL);
const services = {
  batches: endingBatchStore(operations, users, events),
  machineFiles: machineFileStore({ operations, users, events, usage: table(names.USAGE_TABLE) }),
  fieldWork: fieldWork(operations, users, newId),
  changedFields: changedFields(operations, users, newId),
  queue,
  clock: systemClock,
  derivedId,
};
const grouping = {
  leases: userLeases('operations', { fields: table(names.FIELDS_TABLE), users, clock: systemClock }),
  send: (user: UserSubject) => queue.send({ step: 'group', ...user }),
  clock: systemClock,
};
const comparing = {
  leases: userLeases('records', { fields: table(names.FIELDS_TABLE), users, clock: systemClock }),
  send: (user: UserSubject) => queue.send({ step: 'compare', ...user }),
  clock: systemClock,
};
const waiting = { waiting: waitingWork<ReadingMessage>(operations, systemClock), queue, clock: systemClock };
const deadLetters = peekMessages(names.PROCESS_MACHINE_FILES_DEAD_LETTERS_URL);

export const sweepParts: SweepParts = {
  machineFiles: () => failOverdueMachineFiles(services),
  waitingMachineFiles: () => sendWaiting(waiting),
  deadMachineFiles: async () => endDeadMachineFiles(await deadLetters(), services),
  operations: () => sendOverdue(grouping),
  records: () => sendOverdue(comparing),
};
