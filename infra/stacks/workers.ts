import { type App, Duration, Stack } from 'aws-cdk-lib';
import type { LayerName } from '../../functions/manifest/needs.ts';
import { jobNames } from '../../functions/manifests.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { nativeLayer } from '../constructs/native-layer.ts';
import { scheduledWorker } from '../constructs/scheduled-worker.ts';
import { worker } from '../constructs/worker.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import { type Ceilings, usualAccountConcurrency, workerSlots } from '../context/worker-slots.ts';
import { usualSweepItems } from '../settings/sweep-items.ts';
import { type DataStack, dataOf } from './data.ts';

export interface WorkersOptions {
  environment: Environment;
  data: DataStack;
  bundles: readonly Bundle[];
  /** Folders of the native layers, each with `nodejs/node_modules`. */
  layers: Record<LayerName, string>;
  /** How many functions the account may run at once in the region. */
  accountConcurrency?: number;
  /** How many workers of a queue run at once, where the operator says so. */
  workers?: Ceilings;
  /** Overdue work of each kind that the sweep sends in a minute. */
  sweepItems?: number;
  /** Files of one owner that workers of a kind read at once, where the operator says so. */
  filesAtOnce?: number | undefined;
  tags?: Readonly<Record<string, string>>;
}

/** Stack of the functions behind the API: workers of queues, and schedules. Those that follow streams are in the data stack. */
export function workersStack(app: App, options: WorkersOptions): void {
  const { environment, data: behind, bundles, layers: folders, tags = {}, sweepItems = usualSweepItems } = options;
  const stack = new Stack(app, physicalName(environment, 'workers'), { description: 'Furrow: the workers', tags });
  const data = dataOf(behind, stack);
  const layers = {
    gdal: nativeLayer(stack, 'gdal', folders.gdal),
    duckdb: nativeLayer(stack, 'duckdb', folders.duckdb),
  };
  const slots = workerSlots(options.accountConcurrency ?? usualAccountConcurrency, options.workers);
  for (const bundle of bundles) {
    const common = { bundle, data, environment, layers };
    const job = jobNames.find((name) => name === bundle.name);
    if (job) worker(stack, job, slots[job], { ...common, filesAtOnce: options.filesAtOnce });
    else if (bundle.name === 'sweep') {
      const variables = sweepItems === usualSweepItems ? {} : { SWEEP_ITEMS: String(sweepItems) };
      scheduledWorker(stack, Duration.minutes(1), { ...common, variables });
    } else {
      throw new Error(
        `Nothing triggers functions/jobs/${bundle.name}/index.ts. Add a job to its manifest.ts, or a trigger here.`,
      );
    }
  }
}
