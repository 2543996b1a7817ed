import { randomUUID } from 'node:crypto';
import { StorageFailure } from '../state/storage/storage-failure.ts';
import { invalidParameter, unsupported } from './errors.ts';
import { deadLetterSources, queueByArn } from './lookup.ts';
import type { Message, Queue } from './queue.ts';
import type { MoveTask } from './records.ts';
import type { Store } from './store.ts';

/** Moves messages of dead-letter queues back, in the background. */
export interface Mover {
  start(request: Pick<MoveTask, 'sourceArn' | 'destinationArn' | 'messagesPerSecond'>): MoveTask;
  /** Continues tasks that the last process left unfinished. */
  resume(): void;
  close(): void;
}

const unlimitedPerTurn = 100;
const restMilliseconds = 1_000;

/** `changed` is called after each step, so that receivers of the moved messages are served. */
export function createMover(store: Store, changed: () => void): Mover {
  const timers = new Map<string, NodeJS.Timeout>();

  function later(task: MoveTask, milliseconds: number): void {
    timers.set(
      task.handle,
      setTimeout(() => turn(task.handle), milliseconds),
    );
  }

  function turn(handle: string): void {
    timers.delete(handle);
    const task = store.tasks.get(handle);
    if (task?.status !== 'RUNNING') return;
    const perTurn = task.messagesPerSecond ? Math.ceil(task.messagesPerSecond / 10) : unlimitedPerTurn;
    try {
      const more = moveSome(store, task, perTurn);
      if (!more) store.record({ op: 'task', task: { ...task, status: 'COMPLETED' } });
      store.flush();
      if (more) later(task, task.messagesPerSecond ? (1000 * perTurn) / task.messagesPerSecond : 0);
    } catch (error) {
      // The disk may be full, for example, and the next attempt may succeed.
      if (error instanceof StorageFailure) later(task, restMilliseconds);
      else store.record({ op: 'task', task: { ...task, status: 'FAILED' } });
    }
    changed();
  }

  return {
    start(request) {
      const source = queueByArn(store, request.sourceArn);
      if (request.destinationArn) checkDestination(source, queueByArn(store, request.destinationArn));
      if (deadLetterSources(store, source).length === 0) {
        throw invalidParameter('SourceArn', source.arn, 'Source queue must be configured as a Dead Letter Queue.');
      }
      if ([...store.tasks.values()].some((task) => task.sourceArn === source.arn && task.status === 'RUNNING')) {
        throw unsupported('There is already a task running for this queue. Only one is allowed at a time.');
      }
      const task: MoveTask = { ...request, handle: randomUUID(), status: 'RUNNING' };
      store.record({ op: 'task', task });
      later(task, 0);
      return task;
    },
    resume() {
      for (const task of store.tasks.values()) if (task.status === 'RUNNING') later(task, 0);
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function checkDestination(source: Queue, destination: Queue): void {
  if (source === destination) throw unsupported('The source and the destination are the same queue.');
}

/** Moves up to `max` visible messages; false when none is left. Throws when a message has no destination. */
function moveSome(store: Store, task: MoveTask, max: number): boolean {
  const source = queueByArn(store, task.sourceArn);
  store.settle(source);
  for (let count = 0; count < max; count += 1) {
    const message = source.ready.peek();
    if (!message) return false;
    const destination = destinationOf(store, task, message);
    const now = store.clock.now();
    const change: Partial<Message> = {
      id: randomUUID(),
      sentAt: now,
      state: 'ready',
      visibleAt: now,
      receiveCount: 0,
      receivedElsewhere: 0,
      sequence: store.nextSequence(),
    };
    store.record({ op: 'move', from: source.name, id: message.id, to: destination.name, change });
  }
  return true;
}

function destinationOf(store: Store, task: MoveTask, message: Message): Queue {
  const arn = task.destinationArn ?? message.deadLetterSourceArn;
  if (!arn) throw new Error('CouldNotDetermineMessageSource');
  return queueByArn(store, arn);
}
