import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { uploadStore } from '../../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { peekMessages } from '../../../adapters/aws/sqs/peek-messages.ts';
import { derivedId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { sendWaiting } from '../sweep/send-waiting.ts';
import { endDeadUploads, failOverdueUploads } from './end-lost-uploads.ts';
import type { Conversion } from './messages.ts';

const names = environment(
  'UPLOADS_TABLE',
  'USERS_TABLE',
  'CONVERT_BOUNDARIES_QUEUE_URL',
  'CONVERT_BOUNDARIES_DEAD_LETTERS_URL',
);
const uploads = table(names.UPLOADS_TABLE);
const services = { uploads: uploadStore(uploads, table(names.USERS_TABLE)), clock: systemClock, derivedId };
const waiting = {
  waiting: waitingWork<Conversion>(uploads, systemClock),
  queue: messageQueue<Conversion>(names.CONVERT_BOUNDARIES_QUEUE_URL),
  clock: systemClock,
};
const deadLetters = peekMessages(names.CONVERT_BOUNDARIES_DEAD_LETTERS_URL);

export const sweepParts: SweepParts = {
  uploads: () => failOverdueUploads(services),
  waitingUploads: () => sendWaiting(waiting),
  deadUploads: async () => endDeadUploads(await deadLetters(), services),
};
