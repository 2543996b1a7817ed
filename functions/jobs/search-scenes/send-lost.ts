import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { LostWork } from '../../../domain/satellite/processes/lost-work.ts';
import type { ProcessStore } from '../../../domain/satellite/processes/process-store.ts';
import type { PlanetMessage } from '../follow-planet/messages.ts';
import type { SceneMessage } from '../process-scenes/messages.ts';
import type { SearchMessage } from './messages.ts';

/** A process that workers have tried this often without ending it is given up. Tries are two hours apart. */
const maxTries = 12;

export interface LostServices {
  lost: LostWork;
  searchQueue: MessageQueue<SearchMessage>;
  processQueue: MessageQueue<SceneMessage>;
  planetQueue: MessageQueue<PlanetMessage>;
  processes: Pick<ProcessStore, 'fail'>;
}

/** Sends messages again for new fields that are not yet noted in their cells. */
export async function sendLostFields({ lost, searchQueue }: LostServices): Promise<number> {
  const fields = await lost.newFields();
  for (const field of fields) {
    await searchQueue.send({ ownerId: field.ownerId, fieldId: field.id });
    await lost.delayField(field);
  }
  return fields.length;
}

/**
 * Sends messages again for processes that have not ended. One that workers have tried for a day fails, so that nothing stays STARTED for ever; one
 * that no worker has had time for waits on.
 */
export async function sendLostProcesses(services: LostServices): Promise<number> {
  const { lost, processQueue, planetQueue, processes } = services;
  const overdue = await lost.processes();
  for (const one of overdue) {
    const { id: processId, ownerId, fieldId, provider } = one.process;
    if (one.wasTried && one.tries + 1 >= maxTries) {
      await processes.fail(one, 'The scene could not be processed within a day. Ask for it again with reprocess.');
      continue;
    }
    // The order of a scene of Planet is looked at first, since the links of its files expire.
    await (provider === 'planet' ? planetQueue : processQueue).send({ ownerId, fieldId, processId });
    await lost.delayProcess(one);
  }
  return overdue.length;
}
