import * as z from 'zod';
import { usualAccountConcurrency } from '../../infra/context/worker-slots.ts';
import { keyArn } from './arns.ts';
import type { Assembly } from './assembly.ts';
import { checkAssembly } from './check-assembly.ts';
import { declared } from './declared.ts';
import { localAddresses } from './local-address.ts';
import { type AccessPlan, planAccess } from './plan-access.ts';
import { type ApiPlan, planApis } from './plan-apis.ts';
import { type BucketPlan, planBuckets } from './plan-buckets.ts';
import {
  checkConcurrency,
  checkVisibility,
  type EventSourceMappingPlan,
  planEventSourceMappings,
} from './plan-event-source-mappings.ts';
import { type FunctionPlan, planFunctions } from './plan-functions.ts';
import { type LakePlan, planLake } from './plan-lake.ts';
import { planQueues, type QueuePlan } from './plan-queues.ts';
import { planSchedules, type SchedulePlan } from './plan-schedules.ts';
import { planTables, type TablePlan } from './plan-tables.ts';
import { createResolver, type Resolver } from './resolver.ts';
import type { Endpoints } from './resource-kinds.ts';

/** Everything that an assembly declares and the embedded cloud runs. */
export interface CloudPlan {
  tables: TablePlan[];
  buckets: BucketPlan[];
  queues: QueuePlan[];
  keys: KeyPlan[];
  functions: FunctionPlan[];
  apis: ApiPlan[];
  eventSourceMappings: EventSourceMappingPlan[];
  schedules: SchedulePlan[];
  access: AccessPlan;
  /** The tables that queries read. */
  lake: LakePlan;
  outputs: OutputPlan[];
}

export interface OutputPlan {
  stackName: string;
  name: string;
  value: string;
  description?: string;
}

/**
 * Determines what to run. It is fast and has no side effects, so call it again once more endpoints are known: queue URLs need
 * `sqs`, an API's URL needs `api`.
 *
 * @throws Error naming the part that the embedded cloud cannot run, and its location.
 */
export function plan(assembly: Assembly, endpoints: Endpoints = {}): CloudPlan {
  const resolver = createResolver(assembly, endpoints);
  checkAssembly(assembly, resolver);
  const functions = planFunctions(resolver);
  const queues = planQueues(resolver);
  const eventSourceMappings = planEventSourceMappings(resolver);
  checkVisibility(eventSourceMappings, queues, functions);
  checkConcurrency(eventSourceMappings, usualAccountConcurrency);
  return {
    tables: planTables(resolver),
    buckets: planBuckets(resolver),
    queues,
    keys: planKeys(resolver),
    functions,
    apis: planApis(resolver),
    eventSourceMappings,
    schedules: planSchedules(resolver),
    access: planAccess(resolver, new Set(functions.map(({ roleArn }) => roleArn))),
    lake: planLake(resolver),
    outputs: planOutputs(resolver),
  };
}

/** Outputs of the stacks, without those that CDK adds to connect stacks. */
function planOutputs(resolver: Resolver): OutputPlan[] {
  const toLocal = localAddresses(resolver);
  return resolver.assembly.stacks.flatMap((stack) =>
    Object.entries(stack.template.Outputs).flatMap(([name, output]) => {
      const location = { stack, path: `Outputs.${name}` };
      if (stack.parent || name.startsWith('ExportsOutput')) return [];
      if (output.Condition && !resolver.condition(output.Condition, location)) return [];
      const value = toLocal(String(resolver.resolve(output.Value, location)));
      return [{ stackName: stack.name, name, value, ...(output.Description && { description: output.Description }) }];
    }),
  );
}

interface KeyPlan {
  keyId: string;
  arn: string;
  /** Such as `alias/furrow-secrets`. */
  aliases: string[];
}

const aliasSchema = z.object({ AliasName: z.string(), TargetKeyId: z.string() });

function planKeys(resolver: Resolver): KeyPlan[] {
  const aliases = declared(resolver, 'AWS::KMS::Alias').map(({ read }) => read(aliasSchema));
  return declared(resolver, 'AWS::KMS::Key').map(({ name }) => ({
    keyId: name,
    arn: keyArn(name),
    aliases: aliases.filter(({ TargetKeyId: id }) => id === name || id === keyArn(name)).map((a) => a.AliasName),
  }));
}
