import type { App } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Route } from '../functions/http/routes.ts';
import type { LayerName } from '../functions/manifest/needs.ts';
import type { SettingName } from '../functions/manifests.ts';
import type { Bundle } from './bundling/bundle.ts';
import type { Domain } from './constructs/api-domain.ts';
import type { QueryEngineName } from './constructs/query-engine.ts';
import type { Environment } from './context/environment.ts';
import type { Ceilings } from './context/worker-slots.ts';
import type { Budget } from './settings/schema.ts';
import { apiStack } from './stacks/api.ts';
import { dataStack, retainedStack } from './stacks/data.ts';
import { observabilityStack } from './stacks/observability.ts';
import { followsStreams } from './stacks/stream-workers.ts';
import { workersStack } from './stacks/workers.ts';

export interface FurrowOptions {
  environment: Environment;
  routes: readonly Route[];
  bundles: readonly Bundle[];
  layers: Record<LayerName, string>;
  domain?: Domain | undefined;
  alarmEmail?: string | undefined;
  /** `athena` unless said. */
  queryEngine?: QueryEngineName;
  /** ARNs of topics that jobs follow, by how they are given. Satellite scenes are found by their schedule alone without one. */
  topics?: Readonly<Record<string, string>>;
  /** Tables and the data stack refuse to be deleted. */
  isProtected?: boolean;
  /** Only what outlives its stack, for `cdk import`. */
  importing?: boolean;
  /** How many functions the account may run at once in the region; 1,000 unless said. */
  accountConcurrency?: number;
  /** How many workers of a queue run at once, where the operator says so. */
  workers?: Ceilings;
  /** Overdue work of each kind that the sweep sends in a minute; 100 unless said. */
  sweepItems?: number;
  /** Files of one owner that workers of a kind read at once; 4 unless said. */
  filesAtOnce?: number | undefined;
  /** Tags of all stacks. */
  tags?: Readonly<Record<string, string>>;
  budget?: Budget | undefined;
  /** The operator's own key, in place of one that the data stack makes and of those of AWS. */
  keyArn?: string | undefined;
  /** Where functions post traces in OTLP; nowhere if absent. */
  tracesUrl?: string | undefined;
  /** Those of functions that are not the usual ones. */
  settings?: Partial<Record<SettingName, string>>;
}

/** Adds Furrow's stacks to an app. They name no account and no region: both come from the deployment. */
export function addFurrow(app: App, options: FurrowOptions): void {
  const { environment, bundles, tracesUrl } = options;
  if (options.importing) {
    retainedStack(app, options);
    return;
  }
  const workers = bundles.filter(({ kind }) => kind === 'worker');
  const data = dataStack(app, { ...options, bundles: workers.filter(followsStreams) });
  const api = apiStack(app, { ...options, data, bundles: bundles.filter(({ kind }) => kind === 'area') });
  workersStack(app, { ...options, data, bundles: workers.filter((one) => !followsStreams(one)) });
  if (environment.alarmsNotify)
    observabilityStack(app, { environment, data, api, functions: bundles.map(({ name }) => name), tags: options.tags });
  if (tracesUrl) {
    for (const made of app.node.findAll())
      if (made instanceof lambda.Function) made.addEnvironment('TRACES_URL', tracesUrl);
  }
}
