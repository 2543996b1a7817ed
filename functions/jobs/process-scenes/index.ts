import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { planetOrders } from '../../../adapters/aws/dynamodb/satellite/planet-orders.ts';
import { processDirectory } from '../../../adapters/aws/dynamodb/satellite/process-directory.ts';
import { processStore } from '../../../adapters/aws/dynamodb/satellite/process-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { sceneFiles, sceneSource } from '../../../adapters/satellite/catalogues.ts';
import { containedScenes } from '../../../adapters/satellite/contained-scenes.ts';
import { containedPlanet } from '../../../adapters/satellite/planet/contained-planet.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { fileReaders } from '../../queue/file-readers.ts';
import { type Message, sqsWorker } from '../../queue/sqs-worker.ts';
import { filesAtOnce, withinSlots, workersAtOnce } from '../../queue/within-slots.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { type SceneMessage, sceneMessage, workOf } from './messages.ts';
import { processOne, type SceneServices } from './process-one.ts';

const names = environment(
  'SATELLITE_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'FILES_BUCKET',
  'SCENES_URL',
  'SCENES_SOURCE',
  'SCENES_HOSTS',
  'PLANET_HOSTS',
);
const clock = systemClock;
const satellite = table(names.SATELLITE_TABLE);
const files = objectStore(names.FILES_BUCKET);
const readers = fileReaders('read-scenes');
const catalogue = { upstream: names.SCENES_SOURCE, address: names.SCENES_URL, clock };

const services: SceneServices = {
  processes: processStore({
    satellite,
    events: table(names.EVENTS_TABLE),
    usage: table(names.USAGE_TABLE),
    clock,
    newId,
  }),
  directory: processDirectory(satellite, clock),
  source: sceneSource(catalogue),
  orders: planetOrders(satellite, clock),
  planet: containedPlanet(readers, names.PLANET_HOSTS.split(',')),
  engine: containedScenes(readers, sceneFiles({ ...catalogue, hosts: names.SCENES_HOSTS.split(','), store: files })),
  files,
};

const slotServices = {
  slots: ownerSlots(satellite, { clock, newId }),
  waiting: waitingWork<SceneMessage>(satellite, clock),
  filesAtOnce: filesAtOnce(),
  workersAtOnce: workersAtOnce(),
  clock,
};

/** Makes images of scenes over fields; of one owner only a few at once. */
export const handler = sqsWorker(
  sceneMessage,
  (asked, message) =>
    withinSlots(
      workOf(asked),
      message,
      (one) => processOne(one, attemptAt(one, asked, message), services),
      slotServices,
    ),
  workerQueue(),
);

/** The attempt at a scene. A scene that waited for a slot is at its first, whatever attempt the message is at whose worker continues with it. */
function attemptAt(one: SceneMessage, asked: SceneMessage, message: Message): Message {
  return one.processId === asked.processId ? message : { ...message, attempt: 1, lastAttempt: false };
}
