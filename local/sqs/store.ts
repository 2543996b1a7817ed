import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { openLedger } from '../state/marks/ledger.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { asStorageFailure, StorageFailure } from '../state/storage/storage-failure.ts';
import { numberOf } from './attributes.ts';
import { type LogFile, readLog, replaceLog } from './log-file.ts';
import { changeState, type Queue } from './queue.ts';
import { apply, emptyState, type LogRecord, type MoveTask, snapshot } from './records.ts';

/** The queues in memory and their log on disk. */
export interface Store {
  clock: Clock;
  queues: Map<string, Queue>;
  tasks: Map<string, MoveTask>;
  /** The number of records since the start, which shows whether something has changed. */
  readonly changes: number;
  /** Changes the state at once; `flush` writes the change to the disk. */
  record(record: LogRecord): void;
  /**
   * Writes the recorded changes. Call it before responding. When it throws, none of them is recorded: the state is that
   * of the log again, with new objects for its queues. From then on nothing is stored until the log could be rewritten.
   */
  flush(): void;
  /** Applies the time to a queue: ends delays and visibility timeouts, and drops expired messages. */
  settle(queue: Queue): void;
  nextSequence(): number;
  close(): void;
}

/** How far a log may grow beyond twice its size before it is rewritten, so that a long run does not fill the disk. */
const defaultSlackBytes = 64 * 1024 * 1024;

export interface StoreOptions {
  /** Made when missing. */
  dir: string;
  clock: Clock;
  slackBytes?: number;
  /** Flushes every change to the disk before it is acknowledged. Only a power failure makes this necessary, not a killed process. */
  sync?: boolean;
  log?: (line: string) => void;
  /** Where the progress of the queues is recorded. If absent, missing data is not noticed. */
  marks?: Marks;
}

/** Reads the queues of a folder and compacts their log. */
export function openStore(options: StoreOptions): Store {
  const { dir, clock, slackBytes = defaultSlackBytes, sync = false, log: report = console.error, marks } = options;
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'queues.log');
  const state = emptyState();
  for (const record of readLog(path, marks)) apply(state, record as LogRecord);
  const store = { name: 'queues', title: 'the queues', folder: dir, progress: state.progress, sync, mayBeEmpty: true };
  const ledger = marks && openLedger(marks, store);
  let log = attempt(() => replaceLog(path, snapshot(state), sync));
  let rewriteAt = 2 * log.size + slackBytes;
  let failure: StorageFailure | undefined;
  let isBehind = false;
  let pending = '';
  let changes = 0;

  function record(entry: LogRecord): void {
    if (isBehind) attempt(goBack);
    pending += `${JSON.stringify(entry)}\n`;
    apply(state, entry);
    changes += 1;
  }

  function flush(): void {
    if (pending === '') return;
    const known = failure;
    const progress = ledger?.next();
    if (progress) {
      pending += `${JSON.stringify({ op: 'progress', progress } satisfies LogRecord)}\n`;
      apply(state, { op: 'progress', progress });
    }
    try {
      // The snapshot includes pending changes.
      if (known) use(replaceLog(path, snapshot(state), sync));
      else log.append(pending);
    } catch (error) {
      failure = asStorageFailure(error, dir) ?? new StorageFailure(dir, false, error);
      if (!known) report(`the queues take no changes: ${failure.message}`);
      forgetPending();
      throw failure;
    }
    failure = undefined;
    pending = '';
    if (progress) ledger?.acknowledge(progress);
    if (known) report(`the queues take changes again: the failure before was that ${known.message}`);
    if (log.size >= rewriteAt) rewrite();
  }

  function use(fresh: LogFile): void {
    const old = log;
    log = fresh;
    rewriteAt = 2 * log.size + slackBytes;
    old.close();
  }

  function rewrite(): void {
    try {
      use(replaceLog(path, snapshot(state), sync));
    } catch (error) {
      rewriteAt = 2 * log.size + slackBytes;
      report(`${path} could not be made shorter and goes on growing: ${(error as Error).message}`);
    }
  }

  function forgetPending(): void {
    pending = '';
    isBehind = true;
    try {
      goBack();
    } catch {
      // Retried before anything else is recorded.
    }
  }

  /** Restores the state of the log. */
  function goBack(): void {
    const kept = emptyState();
    for (const entry of readLog(path, undefined, log.size)) apply(kept, entry as LogRecord);
    replaceEntries(state.queues, kept.queues);
    replaceEntries(state.tasks, kept.tasks);
    state.sequence = kept.sequence;
    state.progress = kept.progress;
    isBehind = false;
    changes += 1;
  }

  function attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asStorageFailure(error, dir) ?? error;
    }
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
      try {
        flush();
      } catch {
        // Records that are pending at the end were never acknowledged.
      }
      log.close();
      ledger?.close();
    },
  };
}

function replaceEntries<K, V>(target: Map<K, V>, source: Map<K, V>): void {
  target.clear();
  for (const [key, value] of source) target.set(key, value);
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
