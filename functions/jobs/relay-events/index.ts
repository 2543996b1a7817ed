import { deliveryMarks } from '../../../adapters/aws/dynamodb/delivery-marks.ts';
import { offeredEvent } from '../../../adapters/aws/dynamodb/offered-event.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/send-message.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { streamWorker } from '../../queue/stream-worker.ts';
import { relayEvent } from './relay-event.ts';

const names = environment(
  'EVENTS_TABLE',
  'ERASE_USER_QUEUE_URL',
  'MERGE_FIELDS_QUEUE_URL',
  'PROCESS_MACHINE_FILES_QUEUE_URL',
);

const services = {
  erasures: messageQueue(names.ERASE_USER_QUEUE_URL),
  merges: messageQueue(names.MERGE_FIELDS_QUEUE_URL),
  machineFiles: messageQueue(names.PROCESS_MACHINE_FILES_QUEUE_URL),
  ...deliveryMarks(table(names.EVENTS_TABLE), systemClock),
};

/** Moves events from the outbox to the queues of their subscribers. */
export const handler = streamWorker(async (record) => {
  const event = offeredEvent(record);
  if (event) await relayEvent(event, services);
});
