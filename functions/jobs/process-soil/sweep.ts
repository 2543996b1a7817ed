import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { endingSoilStore } from '../../../adapters/aws/dynamodb/soil/ending-soil-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { peekMessages } from '../../../adapters/aws/sqs/peek-messages.ts';
import { derivedId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { sendWaiting } from '../sweep/send-waiting.ts';
import { endDeadSoil, endOverdueSoil } from './end-lost-soil.ts';
import type { ReadSoilMessage } from './messages.ts';

const names = environment(
  'SOIL_TABLE',
  'USERS_TABLE',
  'EVENTS_TABLE',
  'PROCESS_SOIL_QUEUE_URL',
  'PROCESS_SOIL_DEAD_LETTERS_URL',
);
const soil = table(names.SOIL_TABLE);
const tables = { soil, users: table(names.USERS_TABLE), events: table(names.EVENTS_TABLE) };
const services = { soil: endingSoilStore(tables, systemClock), clock: systemClock, derivedId };
const waiting = {
  waiting: waitingWork<ReadSoilMessage>(soil, systemClock),
  queue: messageQueue<ReadSoilMessage>(names.PROCESS_SOIL_QUEUE_URL),
  clock: systemClock,
};
const deadLetters = peekMessages(names.PROCESS_SOIL_DEAD_LETTERS_URL);

export const sweepParts: SweepParts = {
  soil: () => endOverdueSoil(services),
  waitingSoil: () => sendWaiting(waiting),
  deadSoil: async () => endDeadSoil(await deadLetters(), services),
};
