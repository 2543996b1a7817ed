import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { copyAdvice, LostData, type Marks, refuseOrAccept } from './lost-data.ts';
import { type Mark, openMarkFile, type Progress, readMark } from './mark-file.ts';

/** Counts the changes of a store, within the store and outside of it. */
export interface Ledger {
  /** The numbers of the mark that the store was compared with. */
  readonly numbers: Record<string, number>;
  /** The progress that the next change stores within the store, in the same step as the change itself. */
  next(): Progress;
  /**
   * Records outside of the store that a change is stored. Call it after the change is stored and before it is acknowledged: so a killed process
   * leaves a mark that is behind its store, and never one ahead of it. Does not throw, since an old mark does no harm.
   */
  acknowledge(stored: Progress, numbers?: Record<string, number>): void;
  close(): void;
}

/** A store as it was found at the start. */
export interface FoundStore {
  /** Name of the mark's file, such as `tables`. */
  name: string;
  /** The store in messages, in the plural, such as `the tables`. */
  title: string;
  /** Folder of the store. */
  folder: string;
  /** Undefined if nothing of the store is there. */
  progress: Progress | undefined;
  /** Whether changes are flushed to the disk before they are acknowledged. */
  sync: boolean;
  /** Whether a restore can continue although nothing is left of the store. */
  mayBeEmpty: boolean;
}

/** A system that loses power may lose what was written within this time before: Linux writes it to the disk after 30 seconds, and some disks later. */
const powerFailureMilliseconds = 2 * 60_000;

export const markPath = (dataDir: string, name: string) => join(dataDir, 'marks', `${name}.json`);

/** The mark of a store; undefined if none was written yet. */
export function markOf({ dataDir }: Marks, name: string): Mark | undefined {
  return readMark(markPath(dataDir, name));
}

/**
 * Compares a store with its mark, before anything in the store is changed, and continues counting.
 *
 * @throws LostData if the mark names data that the store lacks, except in a restore, and for the tail that a power failure may have taken.
 */
export function openLedger(marks: Marks, store: FoundStore): Ledger {
  const mark = markOf(marks, store.name);
  if (mark) compare(marks, store, mark);
  const { sync } = store;
  const begun: Progress = store.progress ?? { id: randomUUID(), count: 0, at: marks.now() };
  const path = markPath(marks.dataDir, store.name);
  const boot = bootId();
  const shared = { boot, sync };
  const numbers = mark?.numbers ?? {};
  mkdirSync(join(marks.dataDir, 'marks'), { recursive: true, mode: 0o700 });
  // A store without a count gets its mark with its first change: before that, the mark would name a count that the store lacks.
  let file = store.progress && openMarkFile<Mark>(path, { ...begun, ...shared, numbers });
  let { count } = begun;
  return {
    numbers,
    next() {
      count += 1;
      return { id: begun.id, count, at: marks.now() };
    },
    acknowledge(stored, now = {}) {
      const value: Mark = { ...stored, ...shared, numbers: now };
      try {
        if (file) file.write(value);
        else file = openMarkFile(path, value);
      } catch {
        // The disk is full, for example. The mark stays behind the store until the next change.
      }
    },
    close: () => file?.close(),
  };
}

function compare(marks: Marks, store: FoundStore, mark: Mark): void {
  const { progress } = store;
  const loss = lossOf(store, mark);
  if (loss === undefined) return;
  if (progress && progress.id === mark.id && mayBePowerFailure(progress, mark)) {
    marks.log(
      `${loss}. The machine was restarted without Furrow being stopped: a power failure takes the last changes. FURROW_SYNC=1 prevents that`,
    );
    return;
  }
  if (!progress && !store.mayBeEmpty) throw new LostData(marks.dataDir, loss, copyAdvice);
  refuseOrAccept(marks, loss, progress?.id === mark.id ? progress.at : marks.now() - 1);
}

function lossOf({ title, folder, progress }: FoundStore, mark: Mark): string | undefined {
  const last = new Date(mark.at).toISOString();
  if (!progress) return `${title} in ${folder} lack all of ${mark.count} acknowledged changes, up to ${last}`;
  if (progress.id !== mark.id)
    return `${title} in ${folder} are not those of this state directory, which have ${mark.count} changes`;
  if (progress.count < mark.count) {
    const lost = mark.count - progress.count;
    const kept = new Date(progress.at).toISOString();
    return `${title} in ${folder} lack the last ${lost} of ${mark.count} acknowledged changes (the newest one that is there is of ${kept}, the newest one that was acknowledged of ${last})`;
  }
  return undefined;
}

function mayBePowerFailure(progress: Progress, mark: Mark): boolean {
  if (mark.sync || mark.boot === bootId()) return false;
  return progress.count < mark.count && mark.at - progress.at <= powerFailureMilliseconds;
}

/** Precision of the time of the boot where the system has no id for it. */
const precisionMilliseconds = 10 * 60_000;

/** Identifies the run of the operating system: another one means that the machine was restarted, perhaps after a power failure. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `booted ${Math.round((Date.now() - 1000 * uptime()) / precisionMilliseconds)}`;
  }
}
