import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { numberOf } from './attributes.ts';
import { readLog, replaceLog } from './log-file.ts';
import { changeState, type Queue } from './queue.ts';
import { apply, emptyState, type LogRecord, type MoveTask, snapshot } from './records.ts';

/** The queues in memory and their log on disk. */
export interface Store {
  clock: Clock;
  queues: Map<string, Queue>;
  tasks: Map<string, MoveTask>;
  /** How many records there were since the start: tells whether something has changed. */
  readonly changes: number;
  /** Changes the state at once; the change is on its way to the disk until `flush`. */
  record(record: LogRecord): void;
  /** Writes what was recorded. Call it before anyone is told. When it throws, the next call tries the same again. */
  flush(): void;
  /** Brings a queue up to the clock: ends delays and visibility timeouts, drops what has passed its retention. */
  settle(queue: Queue): void;
  nextSequence(): number;
  close(): void;
}

/** So much a log may grow beyond twice its size before it is rewritten, lest a long run fill the disk. */
const defaultSlackBytes = 64 * 1024 * 1024;

/** Reads the queues of `dir` (made when missing) and compacts their log. */
export function openStore(dir: string, clock: Clock, slackBytes = defaultSlackBytes): Store {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'queues.log');
  const state = emptyState();
  for (const record of readLog(path)) apply(state, record as LogRecord);
  let log = replaceLog(path, snapshot(state));
  let rewriteAt = 2 * log.size + slackBytes;
  let pending = '';
  let changes = 0;

  function record(entry: LogRecord): void {
    pending += `${JSON.stringify(entry)}\n`;
    apply(state, entry);
    changes += 1;
  }

  function flush(): void {
    if (pending === '') return;
    log.append(pending);
    pending = '';
    if (log.size >= rewriteAt) rewrite();
  }

  function rewrite(): void {
    try {
      const shorter = replaceLog(path, snapshot(state));
      log.close();
      log = shorter;
    } catch (error) {
      console.error(`${path} could not be made shorter and goes on growing:`, error);
    }
    rewriteAt = 2 * log.size + slackBytes;
  }

  return {
    clock,
    queues: state.queues,
    tasks: state.tasks,
    get changes() {
      return changes;
    },
    record,
    flush,
    settle(queue) {
      const now = clock.now();
      showDue(queue, now);
      for (const id of expired(queue, now)) record({ op: 'remove', queue: queue.name, id });
    },
    nextSequence: () => state.sequence + 1,
    close() {
      flush();
      log.close();
    },
  };
}

function showDue(queue: Queue, now: number): void {
  for (let next = queue.hidden.peek(); next && next.visibleAt <= now; next = queue.hidden.peek()) {
    changeState(queue, next, 'ready', next.visibleAt);
  }
}

function expired(queue: Queue, now: number): string[] {
  const sentBefore = now - 1000 * numberOf(queue, 'MessageRetentionPeriod');
  if (queue.oldestSentAt > sentBefore) return [];
  const messages = [...queue.messages.values()];
  const kept = messages.filter((message) => message.sentAt > sentBefore);
  queue.oldestSentAt = kept.reduce((oldest, message) => Math.min(oldest, message.sentAt), Number.POSITIVE_INFINITY);
  return messages.filter((message) => message.sentAt <= sentBefore).map((message) => message.id);
}
