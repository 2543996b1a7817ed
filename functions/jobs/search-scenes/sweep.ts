import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { cellLeases } from '../../../adapters/aws/dynamodb/satellite/cell-store.ts';
import { lostWork } from '../../../adapters/aws/dynamodb/satellite/lost-work.ts';
import { processStore } from '../../../adapters/aws/dynamodb/satellite/process-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import type { SceneCell } from '../../../domain/satellite/scenes/cell.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import type { PlanetMessage } from '../follow-planet/messages.ts';
import type { SceneMessage } from '../process-scenes/messages.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { sendWaiting } from '../sweep/send-waiting.ts';
import type { SearchMessage } from './messages.ts';
import { type LostServices, sendLostFields, sendLostProcesses } from './send-lost.ts';

const names = environment(
  'SATELLITE_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'SEARCH_SCENES_QUEUE_URL',
  'PROCESS_SCENES_QUEUE_URL',
  'FOLLOW_PLANET_QUEUE_URL',
);
const satellite = table(names.SATELLITE_TABLE);
const clock = systemClock;
const searchQueue = messageQueue<SearchMessage>(names.SEARCH_SCENES_QUEUE_URL);

const services: LostServices = {
  lost: lostWork(satellite, clock),
  searchQueue,
  processQueue: messageQueue<SceneMessage>(names.PROCESS_SCENES_QUEUE_URL),
  planetQueue: messageQueue<PlanetMessage>(names.FOLLOW_PLANET_QUEUE_URL),
  processes: processStore({
    satellite,
    events: table(names.EVENTS_TABLE),
    usage: table(names.USAGE_TABLE),
    clock,
    newId,
  }),
};

/** The schedule of searches: the lease of a cell with fields is overdue when its next search is due. */
const cells = {
  leases: cellLeases(satellite, clock),
  send: (cell: SceneCell) => searchQueue.send({ cell }),
  clock,
};

const waiting = {
  waiting: waitingWork<SceneMessage>(satellite, clock),
  queue: services.processQueue,
  clock,
};

export const sweepParts: SweepParts = {
  sceneCells: () => sendOverdue(cells),
  satelliteFields: () => sendLostFields(services),
  sceneProcesses: () => sendLostProcesses(services),
  waitingScenes: () => sendWaiting(waiting),
};
