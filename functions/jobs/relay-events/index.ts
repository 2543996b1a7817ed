import { listenerDirectory } from '../../../adapters/aws/dynamodb/alerts/webhook-store.ts';
import { deliveryMarks, offeredEvent } from '../../../adapters/aws/dynamodb/events/delivery-marks.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { queueVariable } from '../../manifest/job.ts';
import { followers } from '../../manifests.ts';
import { streamWorker } from '../../queue/stream-worker.ts';
import { type RelayServices, relayEvent } from './relay-event.ts';

const { EVENTS_TABLE, ALERTS_TABLE } = environment('EVENTS_TABLE', 'ALERTS_TABLE');
const addresses = environment(...followers.map(queueVariable));
const queues = new Map(followers.map((job) => [job, messageQueue(addresses[queueVariable(job)] as string)]));

const services: RelayServices = {
  queueOf({ job }) {
    const queue = queues.get(job);
    if (!queue) throw new Error(`no queue of ${job} is followed`);
    return queue;
  },
  ...listenerDirectory(table(ALERTS_TABLE)),
  ...deliveryMarks(table(EVENTS_TABLE), systemClock),
};

/** Moves events from the outbox to the queues of their subscribers. */
export const handler = streamWorker(
  async (record) => {
    const event = offeredEvent(record);
    if (event) await relayEvent(event, services);
  },
  { atOnce: 10 },
);
