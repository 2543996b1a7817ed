import { type App, Duration, Stack } from 'aws-cdk-lib';
import type { LayerName } from '../../functions/manifest/needs.ts';
import { jobNames } from '../../functions/manifests.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { nativeLayer } from '../constructs/native-layer.ts';
import { scheduledWorker } from '../constructs/scheduled-worker.ts';
import { worker } from '../constructs/worker.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import { usualAccountConcurrency, workerSlots } from '../context/worker-slots.ts';
import { type DataStack, dataOf } from './data.ts';

export interface WorkersOptions {
  environment: Environment;
  data: DataStack;
  bundles: readonly Bundle[];
  /** Folders of the native layers, each with `nodejs/node_modules`. */
  layers: Record<LayerName, string>;
  /** How many functions the account may run at once in the region. */
  accountConcurrency?: number;
}

/** Stack of the functions behind the API: workers of queues, and schedules. Those that follow streams are in the data stack. */
export function workersStack(app: App, options: WorkersOptions): void {
  const { environment, data: behind, bundles, layers: folders, accountConcurrency = usualAccountConcurrency } = options;
  const stack = new Stack(app, physicalName(environment, 'workers'), { description: 'Furrow: the workers' });
  const data = dataOf(behind, stack);
  const layers = {
    gdal: nativeLayer(stack, 'gdal', folders.gdal),
    duckdb: nativeLayer(stack, 'duckdb', folders.duckdb),
  };
  const slots = workerSlots(accountConcurrency);
  for (const bundle of bundles) {
    const common = { bundle, data, environment, layers };
    const job = jobNames.find((name) => name === bundle.name);
    if (job) worker(stack, job, slots[job], common);
    else if (bundle.name === 'sweep') scheduledWorker(stack, Duration.minutes(1), common);
    else {
      throw new Error(
        `Nothing triggers functions/jobs/${bundle.name}/index.ts. Add a job to its manifest.ts, or a trigger here.`,
      );
    }
  }
}
