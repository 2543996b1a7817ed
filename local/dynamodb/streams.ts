import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { region } from '../credentials.ts';
import { valuesInChunks } from './database.ts';
import type { BatchOperation } from './dynalite.ts';
import type { Database } from './guarded-database.ts';
import { type Item, pick, sameItem } from './items/item.ts';
import { itemBytes } from './items/item-size.ts';
import { digits, sequenceKey, streamPrefix } from './items/row-keys.ts';
import type { Change } from './items/staged-writes.ts';
import { keyNames } from './tables/table-description.ts';

/** A change of an item, in the shape in which Lambda functions receive it. */
export interface StreamRecord {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  eventVersion: '1.1';
  eventSource: 'aws:dynamodb';
  eventSourceARN: string;
  awsRegion: string;
  /** Present when the change was not made by a client, such as the deletion of an expired item. */
  userIdentity?: UserIdentity;
  dynamodb: {
    /** Seconds since the epoch. */
    ApproximateCreationDateTime: number;
    Keys: Item;
    NewImage?: Item;
    OldImage?: Item;
    /** Digits of a fixed width, so that they sort as text. Numbers are unique, even over tables that are created again. */
    SequenceNumber: string;
    SizeBytes: number;
    StreamViewType: string;
  };
}

export interface UserIdentity {
  type: string;
  principalId: string;
}

export interface Streams {
  /** Writes that add a change to the table's stream. Call it under the table's lock. */
  record(change: Change, identity?: UserIdentity): BatchOperation[];
  /** Records after a position, oldest first; without a position, from the oldest record. `next` is the position after them. */
  read(tableName: string, after: string | undefined, limit: number): Promise<{ records: StreamRecord[]; next: string }>;
  /** Deletes the records up to and including a position. */
  trim(tableName: string, upTo: string): Promise<void>;
  /** The position after the last record. */
  end(): string;
}

/** The number of sequence numbers that are reserved at a time. */
const reserve = 1_000_000;
/** How often more numbers are reserved if necessary: a reservation counts once the database has stored it. */
const lookEvery = 1_000;
const width = 21;

/** Sequence numbers continue from the highest that may have been used before, even if its record was deleted. */
export async function openStreams(database: Database, clock: Clock): Promise<Streams> {
  const reserved = () => (database.getSync(sequenceKey) as number | undefined) ?? 0;
  const reservation = (): BatchOperation => ({ type: 'put', key: sequenceKey, value: sequence + reserve });
  let sequence = reserved();
  await database.batch([reservation()]);
  /** Where each table was trimmed last: LevelDB walks over deleted rows one by one until it sorts them away. */
  const trimmed = new Map<string, string>();

  const nextSequence = (): BatchOperation[] => {
    sequence += 1;
    if (sequence % lookEvery !== 0 || sequence < reserved() - reserve / 2) return [];
    return [reservation()];
  };

  return {
    record(change, identity) {
      const { description } = change.table;
      if (!description.StreamSpecification?.StreamEnabled || !isChange(change)) return [];
      const operations = nextSequence();
      const value = describe(change, digits(sequence, width), clock.now(), identity);
      const key = streamPrefix(description.TableName) + value.dynamodb.SequenceNumber;
      return [...operations, { type: 'put', key, value }];
    },
    async read(tableName, after, limit) {
      const prefix = streamPrefix(tableName);
      const range = { gt: prefix + (after ?? ''), lt: `${prefix}~`, limit };
      const records: StreamRecord[] = [];
      for await (const chunk of valuesInChunks<StreamRecord>(database, range)) records.push(...chunk);
      return { records, next: records.at(-1)?.dynamodb.SequenceNumber ?? after ?? digits(0, width) };
    },
    async trim(tableName, upTo) {
      const prefix = streamPrefix(tableName);
      await database.clear({ gt: prefix + (trimmed.get(tableName) ?? ''), lte: prefix + upTo });
      trimmed.set(tableName, upTo);
    },
    end: () => digits(sequence, width),
  };
}

/** A write that changes nothing makes no record, as in AWS. */
function isChange({ before, after }: Change): boolean {
  return before && after ? !sameItem(before, after) : before !== after;
}

function describe(change: Change, sequence: string, now: number, identity: UserIdentity | undefined): StreamRecord {
  const { before, after, table } = change;
  const { description } = table;
  const view = description.StreamSpecification?.StreamViewType ?? 'KEYS_ONLY';
  const keys = pick({ ...before, ...after }, keyNames(description.KeySchema));
  const newImage = view.startsWith('NEW') ? after : undefined;
  const oldImage = view.includes('OLD') ? before : undefined;
  return {
    eventID: randomUUID().replaceAll('-', ''),
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    eventSourceARN: description.LatestStreamArn ?? '',
    awsRegion: region,
    ...(identity && { userIdentity: identity }),
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(now / 1000),
      Keys: keys,
      ...(newImage && { NewImage: newImage }),
      ...(oldImage && { OldImage: oldImage }),
      SequenceNumber: sequence,
      SizeBytes: itemBytes(keys) + itemBytes(newImage ?? {}) + itemBytes(oldImage ?? {}),
      StreamViewType: view,
    },
  };
}
