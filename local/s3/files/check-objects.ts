import { join } from 'node:path';
import { openLedger } from '../../state/marks/ledger.ts';
import { type Marks, refuseOrAccept } from '../../state/marks/lost-data.ts';
import { entriesOf, openBucket } from './bucket.ts';
import { openChangeCount, progressIn } from './change-count.ts';
import type { Store } from './store.ts';

/** The number of the mark that counts starts; no name of a bucket. */
const startsName = '#starts';
/** How many keys a message names. */
const maxNamed = 3;

/**
 * Compares the buckets with their mark: first the number of changes, before the journal is opened, then, with all buckets open, the number of objects
 * and whether each has its data.
 *
 * @throws LostData
 */
export function checkBuckets(folder: string, marks: Marks, sync: boolean) {
  const path = join(folder, '.journal', 'progress.json');
  const found = { name: 'buckets', title: 'the buckets', folder, progress: progressIn(path), sync, mayBeEmpty: true };
  const ledger = openLedger(marks, found);
  return {
    earlierStarts: ledger.numbers[startsName] ?? 0,
    check(store: Store): void {
      for (const [name, expected] of Object.entries(ledger.numbers))
        if (name !== startsName) checkNumber(store, marks, name, expected);
      for (const name of store.buckets.keys()) checkData(store, marks, name);
      const others = { [startsName]: store.journal.starts };
      store.changeCount = openChangeCount(path, { ledger, sync, objects: objectsOf(store), others });
    },
  };
}

function checkNumber(store: Store, marks: Marks, name: string, expected: number): void {
  const bucket = store.buckets.get(name);
  const there = bucket ? countOf(bucket) : 0;
  if (there >= expected) return;
  const loss = `${expected - there} of ${expected} objects and earlier versions in ${join(store.folder, name)} are gone`;
  refuseOrAccept(marks, loss, marks.now() - 1);
}

/** A restore removes records whose data is gone, so that the objects are missing instead of unreadable. */
function checkData(store: Store, marks: Marks, name: string): void {
  const bucket = store.buckets.get(name);
  const keys = bucket?.files.keysWithoutData() ?? [];
  if (!bucket || keys.length === 0) return;
  const named = `${keys.slice(0, maxNamed).join(', ')}${keys.length > maxNamed ? ', …' : ''}`;
  const loss = `the bytes of ${keys.length} of ${bucket.records.size} objects in ${bucket.folder} are gone (${named})`;
  refuseOrAccept(marks, loss, marks.now() - 1);
  for (const key of keys) bucket.files.remove(key);
  const { definition, created } = bucket;
  store.buckets.set(name, openBucket(store, { definition, created }));
}

function objectsOf({ buckets }: Store): Record<string, number> {
  return Object.fromEntries([...buckets].map(([name, bucket]) => [name, countOf(bucket)]));
}

function countOf(bucket: NonNullable<ReturnType<Store['buckets']['get']>>): number {
  let count = 0;
  for (let index = 0; index < bucket.allKeys.size; index += 1)
    count += entriesOf(bucket, bucket.allKeys.at(index) ?? '');
  return count;
}
