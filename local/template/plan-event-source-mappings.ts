import * as z from 'zod';
import { functionArn, functionNameOf, queueNameOf, streamTableOf } from './arns.ts';
import { type Declared, declared, flag, notRun, wholeNumber } from './declared.ts';
import { templateError } from './location.ts';
import type { FunctionPlan } from './plan-functions.ts';
import type { QueuePlan } from './plan-queues.ts';
import type { Resolver } from './resolver.ts';

interface MappingPlan {
  /** `queue -> function`, for messages. */
  name: string;
  functionName: string;
  functionArn: string;
  enabled: boolean;
  /** If undefined, Lambda's default: 10 for queues and 100 for streams. */
  batchSize?: number;
  maximumBatchingWindowSeconds?: number;
  reportsItemFailures: boolean;
  /** Patterns of which a record must match one; without patterns, all records match. */
  filters: unknown[];
}

export interface QueueMappingPlan extends MappingPlan {
  kind: 'queue';
  queueName: string;
  queueArn: string;
  /** Invocations at once, 2 or more. */
  maximumConcurrency?: number;
}

export interface StreamMappingPlan extends MappingPlan {
  kind: 'stream';
  tableName: string;
  streamArn: string;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  bisectsOnError: boolean;
  maximumRetryAttempts?: number;
  maximumRecordAgeSeconds?: number;
  /** The queue that is notified of batches that were given up. */
  onFailureQueueArn?: string;
}

export type EventSourceMappingPlan = QueueMappingPlan | StreamMappingPlan;

const mappingSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: flag.default(true),
  BatchSize: wholeNumber.optional(),
  MaximumBatchingWindowInSeconds: wholeNumber.optional(),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })).default([]) }).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: wholeNumber.optional() }).optional(),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).default('TRIM_HORIZON'),
  BisectBatchOnFunctionError: flag.default(false),
  MaximumRetryAttempts: wholeNumber.optional(),
  MaximumRecordAgeInSeconds: wholeNumber.optional(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).optional(),
  TumblingWindowInSeconds: notRun('tumbling windows are'),
});

export function planEventSourceMappings(resolver: Resolver): EventSourceMappingPlan[] {
  return declared(resolver, 'AWS::Lambda::EventSourceMapping').map(planMapping);
}

function planMapping({ location, read }: Declared): EventSourceMappingPlan {
  const mapping = read(mappingSchema);
  const source = mapping.EventSourceArn;
  const functionName = functionNameOf(mapping.FunctionName) ?? mapping.FunctionName;
  const common = {
    functionName,
    functionArn: functionArn(functionName),
    enabled: mapping.Enabled,
    reportsItemFailures: mapping.FunctionResponseTypes.length > 0,
    filters: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern) as unknown),
    ...given('batchSize', mapping.BatchSize),
    ...given('maximumBatchingWindowSeconds', mapping.MaximumBatchingWindowInSeconds),
  };
  const queueName = queueNameOf(source);
  if (queueName) {
    const limit = given('maximumConcurrency', mapping.ScalingConfig?.MaximumConcurrency);
    return { kind: 'queue', name: `${queueName} -> ${functionName}`, queueName, queueArn: source, ...common, ...limit };
  }
  const tableName = streamTableOf(source);
  if (!tableName) throw templateError(location, `${source} is neither a queue nor the stream of a table`);
  return {
    kind: 'stream',
    name: `${tableName} stream -> ${functionName}`,
    tableName,
    streamArn: source,
    startingPosition: mapping.StartingPosition,
    bisectsOnError: mapping.BisectBatchOnFunctionError,
    ...common,
    ...given('maximumRetryAttempts', mapping.MaximumRetryAttempts),
    ...given('maximumRecordAgeSeconds', mapping.MaximumRecordAgeInSeconds),
    ...given('onFailureQueueArn', mapping.DestinationConfig?.OnFailure?.Destination),
  };
}

function given<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: V };
}

/**
 * Refuses event sources that together may run more than half of the functions that an account may: Lambda would take them, and requests of the API
 * would find no room.
 *
 * @throws Error with both numbers.
 */
export function checkConcurrency(mappings: readonly EventSourceMappingPlan[], accountConcurrency: number): void {
  const slots = mappings.reduce((sum, one) => sum + (one.kind === 'queue' ? (one.maximumConcurrency ?? 0) : 0), 0);
  if (slots <= accountConcurrency / 2) return;
  throw new Error(
    `event sources of queues may run ${slots} functions at once, more than half of the account's ${accountConcurrency}`,
  );
}

/** Seconds for which a queue hides a message if it says nothing. */
const defaultVisibility = 30;

/**
 * Refuses what Lambda refuses when a mapping is made: a queue that shows a message again while its function may still work on it.
 *
 * @throws Error with Lambda's words, naming the queue and the function.
 */
export function checkVisibility(
  mappings: readonly EventSourceMappingPlan[],
  queues: readonly Pick<QueuePlan, 'arn' | 'attributes'>[],
  functions: readonly Pick<FunctionPlan, 'name' | 'timeoutSeconds'>[],
): void {
  for (const mapping of mappings) {
    if (mapping.kind !== 'queue') continue;
    const queue = queues.find(({ arn }) => arn === mapping.queueArn);
    const seconds = Number(queue?.attributes.VisibilityTimeout ?? defaultVisibility);
    const { timeoutSeconds = 0 } = functions.find(({ name }) => name === mapping.functionName) ?? {};
    if (seconds >= timeoutSeconds) continue;
    throw new Error(
      `${mapping.name}: Queue visibility timeout: ${seconds} seconds is less than Function timeout: ${timeoutSeconds} seconds`,
    );
  }
}
