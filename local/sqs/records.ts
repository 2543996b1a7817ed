import type { Progress } from '../state/marks/mark-file.ts';
import { addMessage, changeState, createQueue, type Message, type Queue, removeMessage } from './queue.ts';

/** A task that moves messages from a dead-letter queue back to their source. */
export interface MoveTask {
  handle: string;
  sourceArn: string;
  /** If absent, each message goes back to its source queue. */
  destinationArn?: string;
  messagesPerSecond?: number;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
}

export type QueueSettings = Pick<Queue, 'name' | 'attributes' | 'createdAt' | 'modifiedAt'>;

/**
 * A change of the state, one line in the log. Replaying the changes in order gives the state
 * again, so related changes (a message leaving one queue and arriving in another) are one record.
 */
export type LogRecord =
  | { op: 'queue'; settings: QueueSettings }
  | { op: 'drop'; queue: string }
  | { op: 'purge'; queue: string }
  | { op: 'put'; queue: string; message: Message }
  | { op: 'receive'; queue: string; id: string; at: number; visibleAt: number }
  | { op: 'show'; queue: string; id: string; visibleAt: number }
  | { op: 'fail'; queue: string; id: string }
  | { op: 'return'; queue: string; id: string; visibleAt: number }
  | { op: 'remove'; queue: string; id: string }
  | { op: 'move'; from: string; id: string; to: string; change: Partial<Message> }
  | { op: 'task'; task: MoveTask }
  | { op: 'sequence'; sequence: number }
  | { op: 'progress'; progress: Progress };

export interface State {
  queues: Map<string, Queue>;
  tasks: Map<string, MoveTask>;
  /** The last sequence number in use. */
  sequence: number;
  /** The number of writes; absent before the first. */
  progress?: Progress | undefined;
}

export const emptyState = (): State => ({ queues: new Map(), tasks: new Map(), sequence: 0 });

type RecordOf<Op extends LogRecord['op']> = Extract<LogRecord, { op: Op }>;

/** Applies one record. Records of deleted queues or messages have no effect. */
export function apply(state: State, record: LogRecord): void {
  const change = changes[record.op] as (state: State, record: LogRecord) => void;
  change(state, record);
}

const changes: { [Op in LogRecord['op']]: (state: State, record: RecordOf<Op>) => void } = {
  queue: (state, { settings }) => applySettings(state, settings),
  drop: (state, { queue }) => void state.queues.delete(queue),
  purge: (state, { queue }) => purge(state.queues.get(queue)),
  put,
  receive: (state, { queue, id, at, visibleAt }) =>
    onMessage(state, queue, id, (holder, message) => {
      changeState(holder, message, 'inFlight', visibleAt);
      message.receiveCount += 1;
      message.receivedAt = at;
      message.firstReceivedAt ??= at;
    }),
  show: (state, { queue, id, visibleAt }) =>
    onMessage(state, queue, id, (holder, message) => changeState(holder, message, 'inFlight', visibleAt)),
  fail: (state, { queue, id }) =>
    onMessage(state, queue, id, (_, message) => {
      message.failedReceive = message.receiveCount;
    }),
  return: (state, { queue, id, visibleAt }) =>
    onMessage(state, queue, id, (holder, message) => {
      changeState(holder, message, 'inFlight', visibleAt);
      message.receiveCount -= 1;
    }),
  remove: (state, { queue, id }) => onMessage(state, queue, id, removeMessage),
  move,
  task: (state, { task }) => void state.tasks.set(task.handle, task),
  sequence(state, { sequence }) {
    state.sequence = Math.max(state.sequence, sequence);
  },
  progress(state, { progress }) {
    state.progress = progress;
  },
};

function applySettings(state: State, settings: QueueSettings): void {
  const queue = state.queues.get(settings.name) ?? createQueue(settings.name);
  Object.assign(queue, settings);
  const redrive = settings.attributes.RedrivePolicy;
  queue.redrive = undefined;
  if (redrive) {
    const policy = JSON.parse(redrive);
    queue.redrive = {
      deadLetterTargetArn: policy.deadLetterTargetArn,
      maxReceiveCount: Number(policy.maxReceiveCount),
    };
  }
  state.queues.set(queue.name, queue);
}

function purge(queue: Queue | undefined): void {
  if (!queue) return;
  for (const message of [...queue.messages.values()]) removeMessage(queue, message);
}

function put(state: State, { queue: name, message }: RecordOf<'put'>): void {
  state.sequence = Math.max(state.sequence, message.sequence);
  const queue = state.queues.get(name);
  if (queue) addMessage(queue, message);
}

function move(state: State, record: RecordOf<'move'>): void {
  const from = state.queues.get(record.from);
  const to = state.queues.get(record.to);
  const message = from?.messages.get(record.id);
  if (!from || !to || !message) return;
  removeMessage(from, message);
  const moved = { ...message, ...record.change };
  state.sequence = Math.max(state.sequence, moved.sequence);
  addMessage(to, moved);
}

function onMessage(
  state: State,
  queueName: string,
  id: string,
  change: (queue: Queue, message: Message) => void,
): void {
  const queue = state.queues.get(queueName);
  const message = queue?.messages.get(id);
  if (queue && message) change(queue, message);
}

/** The shortest list of records that gives the same state. */
export function* snapshot(state: State): Generator<LogRecord> {
  for (const queue of state.queues.values()) {
    const { name, attributes, createdAt, modifiedAt } = queue;
    yield { op: 'queue', settings: { name, attributes, createdAt, modifiedAt } };
    for (const message of queue.messages.values()) yield { op: 'put', queue: name, message };
  }
  for (const task of state.tasks.values()) yield { op: 'task', task };
  yield { op: 'sequence', sequence: state.sequence };
  if (state.progress) yield { op: 'progress', progress: state.progress };
}
