import type { Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { TableName } from '../../functions/manifests.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { type DeadLetterQueueOptions, deadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { type FollowedTable, streamWorker } from '../constructs/stream-worker.ts';
import type { Environment } from '../context/environment.ts';
import type { Data } from './data.ts';

interface Follower {
  /** Beginnings of the sort keys of items whose changes are wanted, by table; all where none is named. */
  follows: Partial<Record<TableName, { sortKeys?: readonly string[] }>>;
  /** Where positions of what failed for good end. */
  failures: Pick<DeadLetterQueueOptions, 'name' | 'hurts' | 'runbook'> & { id: string };
}

const followers: Readonly<Record<string, Follower>> = {
  'relay-events': {
    follows: { events: {} },
    failures: {
      id: 'RelayFailuresQueue',
      name: 'relay-failures',
      hurts: 'Somebody waits for an event that was not passed on: a deleted user is not erased, for example.',
      runbook: 'relay-failures',
    },
  },
  'note-changes': {
    follows: {
      fields: { sortKeys: ['field#', 'farm#'] },
      operations: { sortKeys: ['file', 'operation'] },
      irrigation: { sortKeys: ['day#'] },
      usage: {},
    },
    failures: {
      id: 'ChangeFailuresQueue',
      name: 'change-failures',
      hurts:
        'Queries of API owners show a field, an operation or a file as it was before its last change, or usage reports lack what was worked.',
      runbook: 'change-failures',
    },
  },
};

/** Whether a function follows streams of tables. Such functions belong to the stack of the tables: nobody else can know a stream's ARN, which contains when it was made. */
export const followsStreams = ({ name }: Pick<Bundle, 'name'>): boolean => Object.hasOwn(followers, name);

export interface StreamWorkersOptions {
  environment: Environment;
  bundles: readonly Bundle[];
  data: Data;
  tables: Readonly<Record<TableName, dynamodb.TableV2>>;
  topic: ITopic;
  ownKey: kms.IKey | undefined;
}

/** The functions that follow streams, each with the queue of what it gave up. */
export function streamWorkers(
  stack: Stack,
  { bundles, tables, topic, ownKey, ...options }: StreamWorkersOptions,
): void {
  for (const bundle of bundles.filter(followsStreams)) {
    const follower = followers[bundle.name];
    if (!follower) continue;
    const { id, ...named } = follower.failures;
    const failures = deadLetterQueue(stack, id, { ...named, environment: options.environment, topic, ownKey });
    const followed = Object.entries(follower.follows) as [TableName, Omit<FollowedTable, 'table'>][];
    streamWorker(stack, {
      ...options,
      bundle,
      tables: Object.fromEntries(followed.map(([name, wanted]) => [name, { ...wanted, table: tables[name] }])),
      failures,
    });
  }
}
