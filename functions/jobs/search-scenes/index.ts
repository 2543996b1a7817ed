import { cellStore } from '../../../adapters/aws/dynamodb/satellite/cell-store.ts';
import { planetLeases } from '../../../adapters/aws/dynamodb/satellite/planet-fields.ts';
import { processStore } from '../../../adapters/aws/dynamodb/satellite/process-store.ts';
import { searchedFields } from '../../../adapters/aws/dynamodb/satellite/searched-fields.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { sceneSource } from '../../../adapters/satellite/catalogues.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { collectionsOf } from '../../../domain/satellite/scenes/collections.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { searchMessage } from './messages.ts';
import { searchScenes } from './search-scenes.ts';
import type { SearchServices } from './services.ts';

const names = environment(
  'SATELLITE_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'PROCESS_SCENES_QUEUE_URL',
  'FOLLOW_PLANET_QUEUE_URL',
  'SCENES_URL',
  'SCENES_SOURCE',
);
const satellite = table(names.SATELLITE_TABLE);
const clock = systemClock;

const services: SearchServices = {
  cells: cellStore(satellite, { clock, newId }),
  fields: searchedFields(satellite),
  source: sceneSource({ upstream: names.SCENES_SOURCE, address: names.SCENES_URL, clock }),
  collections: collectionsOf(names.SCENES_SOURCE),
  processes: processStore({
    satellite,
    events: table(names.EVENTS_TABLE),
    usage: table(names.USAGE_TABLE),
    clock,
    newId,
  }),
  processQueue: messageQueue(names.PROCESS_SCENES_QUEUE_URL),
  planetLeases: planetLeases(satellite, clock),
  planetQueue: messageQueue(names.FOLLOW_PLANET_QUEUE_URL),
  derivedId,
  clock,
};

/** Finds scenes of registered fields, and begins their processing. */
export const handler = sqsWorker(
  searchMessage,
  (asked, message) => searchScenes(asked, message, services),
  workerQueue(),
);
