import { queueUrl } from '../template/arns.ts';
import type { CloudPlan } from '../template/plan.ts';
import type { Endpoints } from './endpoints-file.ts';

/** Describes the running parts in one line. */
export function summaryOf({ tables, buckets, queues, functions, apis }: CloudPlan): string {
  const routes = apis.reduce((sum, api) => sum + api.routes.length, 0);
  const counts: [number, string][] = [
    [tables.length, 'table'],
    [buckets.length, 'bucket'],
    [queues.length, 'queue'],
    [functions.length, 'function'],
    [routes, 'route'],
  ];
  return counts.map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`).join(', ');
}

/** The names by which external programs find tables, buckets and queues. */
export function namesIn(plan: CloudPlan, sqsEndpoint: string): Pick<Endpoints, 'variables' | 'queues' | 'functions'> {
  const functions = plan.functions.map(({ logicalId, name, environment }) => ({ logicalId, name, environment }));
  return {
    variables: sharedVariables(functions.map(({ environment }) => environment)),
    queues: plan.queues.map(({ name, arn }) => ({ name, arn, url: queueUrl(sqsEndpoint, name) })),
    functions,
  };
}

/** Variables of functions that have the same value in all functions; others are omitted, since they would be ambiguous. */
function sharedVariables(environments: Record<string, string>[]): Record<string, string> {
  const shared = new Map<string, string | undefined>();
  for (const [name, value] of environments.flatMap((environment) => Object.entries(environment))) {
    shared.set(name, !shared.has(name) || shared.get(name) === value ? value : undefined);
  }
  return Object.fromEntries([...shared].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
