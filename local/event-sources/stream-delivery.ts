import type { Clock } from '../clock.ts';
import type { StreamRecord } from '../dynamodb/index.ts';
import type { InvocationOutcome, InvokeFunction } from './event-source.ts';
import { batchFailures } from './partial-batch.ts';
import { createdAt, sequenceNumber, streamEvent } from './stream-record.ts';

/** Why a batch was given up, as in the notice that Lambda sends to the on-failure destination. */
export type GivenUpReason = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

export interface GivenUpBatch {
  records: StreamRecord[];
  reason: GivenUpReason;
  attempts: number;
  outcome: InvocationOutcome | undefined;
}

export interface StreamDelivery {
  streamArn: string;
  invoke: InvokeFunction;
  clock: Clock;
  reportsItemFailures: boolean;
  bisectsOnError: boolean;
  /** The filter of records; records that it refuses count as processed. */
  filter(record: StreamRecord): boolean;
  /** Maximum number of retries; -1 means no limit. */
  maximumRetryAttempts: number;
  /** Maximum age of records, after which they are given up; -1 means no limit. */
  maximumRecordAgeSeconds: number;
  /** Called with the last processed record, in order. */
  done(sequenceNumber: string): Promise<void>;
  givenUp(batch: GivenUpBatch): Promise<void>;
  /** Waits before a retry; resolves to false when delivering must stop. */
  pause(milliseconds: number): Promise<boolean>;
}

interface Batch {
  records: StreamRecord[];
  attempts: number;
}

/** The first and the maximum wait before a retry. Lambda's own are not documented. */
const firstPauseMilliseconds = 100;
const maxPauseMilliseconds = 30_000;

/**
 * Delivers records in order until each is done or given up. A failing batch holds up what follows, as a shard does;
 * with `bisectsOnError` it is halved (without counting a retry) until the failing record is isolated.
 * Resolves to false when it was stopped before the end.
 */
export async function deliverRecords(delivery: StreamDelivery, records: StreamRecord[]): Promise<boolean> {
  const wanted = records.filter(delivery.filter);
  const waiting: Batch[] = wanted.length > 0 ? [{ records: wanted, attempts: 0 }] : [];
  for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
    if (tooOld(delivery, batch)) {
      await giveUp(delivery, batch, 'RecordAgeExceeded', undefined);
      continue;
    }
    const outcome = await delivery.invoke(streamEvent(batch.records, delivery.streamArn));
    const firstFailed = firstFailure(delivery, batch, outcome);
    const allDone = firstFailed === batch.records.length;
    // The last batch is marked below, together with the following records that matched no filter.
    if (!(allDone && waiting.length === 0)) await markDone(delivery, batch.records.slice(0, firstFailed));
    if (allDone) continue;

    const rest: Batch = {
      records: batch.records.slice(firstFailed),
      attempts: firstFailed > 0 ? 1 : batch.attempts + 1,
    };
    if (!(await delivery.pause(pauseAfter(rest.attempts)))) return false;
    if (delivery.bisectsOnError && rest.records.length > 1) waiting.unshift(...halves(rest));
    else if (delivery.maximumRetryAttempts >= 0 && rest.attempts > delivery.maximumRetryAttempts) {
      await giveUp(delivery, rest, 'RetryAttemptsExhausted', outcome);
    } else waiting.unshift(rest);
  }
  await markDone(delivery, records);
  return true;
}

function firstFailure(delivery: StreamDelivery, batch: Batch, outcome: InvocationOutcome): number {
  const names = batch.records.map(sequenceNumber);
  const failures = batchFailures(outcome, names, delivery.reportsItemFailures);
  if (failures === 'all') return 0;
  if (failures === 'none') return names.length;
  return names.findIndex((name) => failures.has(name));
}

function tooOld(delivery: StreamDelivery, batch: Batch): boolean {
  const first = batch.records[0];
  if (first === undefined || delivery.maximumRecordAgeSeconds < 0) return false;
  return delivery.clock.now() - createdAt(first) > delivery.maximumRecordAgeSeconds * 1000;
}

async function giveUp(
  delivery: StreamDelivery,
  batch: Batch,
  reason: GivenUpReason,
  outcome: InvocationOutcome | undefined,
): Promise<void> {
  await delivery.givenUp({ records: batch.records, reason, attempts: batch.attempts, outcome });
  await markDone(delivery, batch.records);
}

async function markDone(delivery: StreamDelivery, records: StreamRecord[]): Promise<void> {
  const last = records.at(-1);
  if (last !== undefined) await delivery.done(sequenceNumber(last));
}

function halves({ records }: Batch): Batch[] {
  const middle = Math.ceil(records.length / 2);
  return [
    { records: records.slice(0, middle), attempts: 0 },
    { records: records.slice(middle), attempts: 0 },
  ];
}

function pauseAfter(attempts: number): number {
  return Math.min(maxPauseMilliseconds, firstPauseMilliseconds * 2 ** (attempts - 1));
}
