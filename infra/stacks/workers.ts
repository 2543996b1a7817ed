import { type App, Duration, Stack } from 'aws-cdk-lib';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { LayerName } from '../../functions/manifest/needs.ts';
import { jobNames } from '../../functions/manifests.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { deadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { nativeLayer } from '../constructs/native-layer.ts';
import { scheduledWorker } from '../constructs/scheduled-worker.ts';
import { streamWorker } from '../constructs/stream-worker.ts';
import { worker } from '../constructs/worker.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import type { Data } from './data.ts';

export interface WorkersOptions {
  environment: Environment;
  data: Data;
  bundles: readonly Bundle[];
  /** Folders of the native layers, each with `nodejs/node_modules`. */
  layers: Record<LayerName, string>;
}

/** Stack of the functions behind the API: workers of queues, of the stream of events, and schedules. */
export function workersStack(app: App, { environment, data, bundles, layers: folders }: WorkersOptions): void {
  const stack = new Stack(app, physicalName(environment, 'workers'), { description: 'Furrow: the workers' });
  const layers = {
    gdal: nativeLayer(stack, 'gdal', folders.gdal),
    duckdb: nativeLayer(stack, 'duckdb', folders.duckdb),
  };
  for (const bundle of bundles) {
    const options = { bundle, data, environment, layers };
    const job = jobNames.find((name) => name === bundle.name);
    if (job) worker(stack, job, options);
    else if (bundle.name === 'relay-events') {
      const failures = relayFailures(stack, environment, data);
      streamWorker(stack, { ...options, tables: { events: { table: data.tables.events } }, failures });
    } else if (bundle.name === 'note-changes') {
      const { fields, operations, irrigation, usage } = data.tables;
      streamWorker(stack, {
        ...options,
        tables: {
          fields: { table: fields, sortKeys: ['field#', 'farm#'] },
          operations: { table: operations, sortKeys: ['file', 'operation'] },
          irrigation: { table: irrigation, sortKeys: ['day#'] },
          usage: { table: usage },
        },
        failures: changeFailures(stack, environment, data),
      });
    } else if (bundle.name === 'sweep') {
      scheduledWorker(stack, Duration.minutes(1), options);
    } else {
      throw new Error(
        `Nothing triggers functions/jobs/${bundle.name}/index.ts. Add a job to its manifest.ts, or a trigger here.`,
      );
    }
  }
}

function changeFailures(stack: Stack, environment: Environment, { topic }: Data): sqs.Queue {
  return deadLetterQueue(stack, 'ChangeFailuresQueue', {
    environment,
    topic,
    name: 'change-failures',
    hurts:
      'Queries of API owners show a field, an operation or a file as it was before its last change, or usage reports lack what was worked.',
    runbook: 'change-failures',
  });
}

function relayFailures(stack: Stack, environment: Environment, { topic }: Data): sqs.Queue {
  return deadLetterQueue(stack, 'RelayFailuresQueue', {
    environment,
    topic,
    name: 'relay-failures',
    hurts: 'Somebody waits for an event that was not passed on: a deleted user is not erased, for example.',
    runbook: 'relay-failures',
  });
}
