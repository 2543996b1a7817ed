import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { LostWork } from '../../../domain/satellite/processes/lost-work.ts';
import type { ProcessStore } from '../../../domain/satellite/processes/process-store.ts';
import type { PlanetMessage } from '../follow-planet/messages.ts';
import type { SceneMessage } from '../process-scenes/messages.ts';
import type { SearchMessage } from './messages.ts';

/** A process is sent again every two hours, so often; then it is ended. */
const maxSent = 12;

export interface LostServices {
  lost: LostWork;
  searchQueue: MessageQueue<SearchMessage>;
  processQueue: MessageQueue<SceneMessage>;
  planetQueue: MessageQueue<PlanetMessage>;
  processes: Pick<ProcessStore, 'fail'>;
}

/** Sends for new fields whose cells have not been told of them. */
export async function sendLostFields({ lost, searchQueue }: LostServices): Promise<number> {
  const fields = await lost.newFields();
  for (const field of fields) {
    await searchQueue.send({ ownerId: field.ownerId, fieldId: field.id });
    await lost.putOffField(field);
  }
  return fields.length;
}

/** Sends again for processes that have not ended, and ends those that have been sent for a day: nothing stays under way for ever. */
export async function sendLostProcesses(services: LostServices): Promise<number> {
  const { lost, processQueue, planetQueue, processes } = services;
  const overdue = await lost.processes();
  for (const one of overdue) {
    const { id: processId, ownerId, fieldId, provider } = one.process;
    if (one.sent >= maxSent) {
      await processes.fail(one, 'The scene could not be processed within a day. Ask for it again with reprocess.');
      continue;
    }
    // What Planet delivers is looked at before images are made of it: its links expire.
    await (provider === 'planet' ? planetQueue : processQueue).send({ ownerId, fieldId, processId });
    await lost.putOffProcess(one);
  }
  return overdue.length;
}
