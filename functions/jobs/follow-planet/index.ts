import { planetFields } from '../../../adapters/aws/dynamodb/satellite/planet-fields.ts';
import { planetKeys } from '../../../adapters/aws/dynamodb/satellite/planet-keys.ts';
import { planetOrders } from '../../../adapters/aws/dynamodb/satellite/planet-orders.ts';
import { processStore } from '../../../adapters/aws/dynamodb/satellite/process-store.ts';
import { satelliteFieldStore } from '../../../adapters/aws/dynamodb/satellite/satellite-field-store.ts';
import { searchedFields } from '../../../adapters/aws/dynamodb/satellite/searched-fields.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { planetService } from '../../../adapters/satellite/planet/planet.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { followPlanet } from './follow-planet.ts';
import { planetMessage } from './messages.ts';
import type { FollowServices } from './services.ts';

const names = environment(
  'SATELLITE_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'PROCESS_SCENES_QUEUE_URL',
  'SECRETS_KEY_ID',
  'PLANET_URL',
  'PLANET_SOURCE',
);
const clock = systemClock;
const satellite = table(names.SATELLITE_TABLE);
const events = table(names.EVENTS_TABLE);

const services: FollowServices = {
  planet: planetService({ address: names.PLANET_URL }),
  upstream: names.PLANET_SOURCE,
  keys: planetKeys(satellite),
  sealer: kmsSealer(names.SECRETS_KEY_ID, clock),
  fields: searchedFields(satellite),
  directory: satelliteFieldStore(satellite, clock),
  searches: planetFields({ satellite, events, clock, newId }),
  orders: planetOrders(satellite, clock),
  processes: processStore({ satellite, events, usage: table(names.USAGE_TABLE), clock, newId }),
  processQueue: messageQueue(names.PROCESS_SCENES_QUEUE_URL),
  derivedId,
  clock,
};

/** Finds and orders scenes of Planet for fields, each with the API key of its owner. */
export const handler = sqsWorker(
  planetMessage,
  (asked, message) => followPlanet(asked, message, services),
  workerQueue(),
);
