import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { changeTokens } from '../../../adapters/aws/dynamodb/credentials/change-tokens.ts';
import { eventWrite } from '../../../adapters/aws/dynamodb/events/event-item.ts';
import { ownerDirectory } from '../../../adapters/aws/dynamodb/identity/owner-directory.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { batchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { removalMarks } from '../../../adapters/aws/dynamodb/machine-files/removal-marks.ts';
import { organizationStore } from '../../../adapters/aws/dynamodb/organizations/organization-store.ts';
import { absenceStore } from '../../../adapters/aws/dynamodb/sync/absence-store.ts';
import { askedRecords } from '../../../adapters/aws/dynamodb/sync/asked-records.ts';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import { listNotes } from '../../../adapters/aws/dynamodb/sync/list-notes.ts';
import { providerFields } from '../../../adapters/aws/dynamodb/sync/provider-fields.ts';
import { providerFileStore } from '../../../adapters/aws/dynamodb/sync/provider-file-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { downloadMarks } from '../../../adapters/aws/dynamodb/transport/download-marks.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { partStore } from '../../../adapters/aws/s3/part-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import type { OpenAccount } from '../../../adapters/providers/account.ts';
import { openPort } from '../../../adapters/providers/open-port.ts';
import { systemClock as clock, derivedId, newId } from '../../../adapters/system.ts';
import { listRemovalsWaiting } from '../../../domain/sync/absences.ts';
import { environment } from '../../http/environment.ts';
import { accountServices } from '../../queue/account-services.ts';
import { type Message, sqsWorker } from '../../queue/sqs-worker.ts';
import { filesAtOnce, withinSlots, workersAtOnce } from '../../queue/within-slots.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { fetchFile } from './fetch-file.ts';
import { listFiles } from './list-files.ts';
import { markRemovedFiles } from './mark-removed.ts';
import { type FetchMessage, type FileSyncMessage, fileSyncMessage, type ListMessage, waitingFor } from './messages.ts';
import type { FileSyncServices } from './services.ts';
import { startFiles } from './start-files.ts';

const names = environment(
  'OWNERS_TABLE',
  'FIELDS_TABLE',
  'USERS_TABLE',
  'CONFIGURATIONS_TABLE',
  'CREDENTIALS_TABLE',
  'EVENTS_TABLE',
  'OPERATIONS_TABLE',
  'FILES_BUCKET',
  'PROCESS_MACHINE_FILES_QUEUE_URL',
);
const users = table(names.USERS_TABLE);
const fields = table(names.FIELDS_TABLE);
const credentials = table(names.CREDENTIALS_TABLE);
const bucket = partStore(names.FILES_BUCKET, clock);
const accounts = {
  ...accountServices(process.env),
  changes: changeTokens(credentials, clock),
  downloads: ({ user, transport }: OpenAccount) => ({
    ...{ transport, bucket, clock },
    marks: downloadMarks({ credentials, users }, user, clock),
  }),
};
const [events, operations] = [table(names.EVENTS_TABLE), table(names.OPERATIONS_TABLE)];
const owners = ownerDirectory(table(names.OWNERS_TABLE), clock);
const links = linkStore(fields, users);

const services: FileSyncServices = {
  store: providerFileStore(fields, users),
  notes: listNotes({
    ...{ fields, users, clock },
    announced: ({ ownerId, svcUserId }, provider, note) =>
      eventWrite(events, listRemovalsWaiting({ id: newId(), ownerId, svcUserId }, provider, note, clock.now())),
  }),
  asked: askedRecords(fields, users),
  absences: absenceStore({ fields, users, events, clock, newId }),
  records: removalMarks(operations, users),
  organizations: organizationStore({ fields, users, events }),
  batches: batchStore(operations, users),
  noteRound: ({ ownerId, svcUserId }, provider, round) => links.noteFiles(ownerId, svcUserId, provider, round),
  link: ({ ownerId, svcUserId }, provider) => links.get(ownerId, svcUserId, provider),
  fields: providerFields(fields),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
  ownerName: async (ownerId) => (await owners.find(ownerId))?.username ?? '',
  providerOf: (user, link) => openPort('files', user, link, accounts),
  machineFiles: messageQueue(names.PROCESS_MACHINE_FILES_QUEUE_URL),
  rounds: userLeases('sync', { fields, users, clock }),
  clock,
  derivedId,
};

const slotServices = {
  slots: ownerSlots(fields, { clock, newId }, 'file-syncs'),
  waiting: waitingWork<ListMessage | FetchMessage>(fields, clock),
  filesAtOnce: filesAtOnce(),
  workersAtOnce: workersAtOnce(),
  clock,
};

function run(asked: ListMessage | FetchMessage, message: Message<FileSyncMessage>): Promise<void> {
  return asked.step === 'list' ? listFiles(asked, message, services) : fetchFile(asked, message, services);
}

/** Fetches machine files from the providers of users. */
export const handler = sqsWorker(
  fileSyncMessage,
  async (asked, message) => {
    if (asked.step === 'start') await startFiles(asked, message, services);
    else if (asked.step === 'judge') await markRemovedFiles(asked, message, services);
    else await withinSlots(waitingFor(asked), message, (one) => run(one, message), slotServices);
  },
  workerQueue(),
);
