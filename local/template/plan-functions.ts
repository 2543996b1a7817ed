import * as z from 'zod';
import { functionArn } from './arns.ts';
import { type Declared, declared, wholeNumber } from './declared.ts';
import { intrinsicCall } from './intrinsics.ts';
import { localAddresses } from './local-address.ts';
import { templateError } from './location.ts';
import type { Resolver } from './resolver.ts';

export interface FunctionPlan {
  name: string;
  arn: string;
  logicalId: string;
  roleArn: string;
  /** The log group; if absent, Lambda's default group. */
  logGroup?: string;
  /** The folder with the code. */
  assetDir: string;
  /** `<file>.<export>`, such as `index.handler`. */
  handler: string;
  environment: Record<string, string>;
  memoryMegabytes: number;
  timeoutSeconds: number;
  /** Whether the function has layers: they contain native modules, which need a process of their own. */
  hasLayers: boolean;
  /** Maximum number of concurrent instances; 0 stops the function. */
  reservedConcurrency?: number;
  /** How a recursive chain of its invocations is treated. */
  recursion: 'Allow' | 'Terminate';
}

const functionSchema = z.object({
  Code: z.object({
    S3Key: z.string({ error: 'only code from an asset is run by the embedded cloud, not code in the template' }),
  }),
  Handler: z.string(),
  LoggingConfig: z.object({ LogGroup: z.string().optional() }).default({}),
  Role: z.string(),
  Runtime: z.string().startsWith('nodejs', { error: 'only Node.js functions are run by the embedded cloud' }),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).default({ Variables: {} }),
  // Lambda's own defaults: 128 MB and 3 seconds.
  MemorySize: wholeNumber.default(128),
  Timeout: wholeNumber.default(3),
  ReservedConcurrentExecutions: wholeNumber.optional(),
  RecursiveLoop: z.enum(['Allow', 'Terminate']).default('Terminate'),
  Layers: z.array(z.unknown()).default([]),
});

export function planFunctions(resolver: Resolver): FunctionPlan[] {
  const providers = customResourceProviders(resolver);
  return declared(resolver, 'AWS::Lambda::Function')
    .filter(({ location, logicalId }) => !providers.has(`${location.stack.name}/${logicalId}`))
    .map((resource) => planFunction(resource, localAddresses(resolver)));
}

function planFunction({ name, logicalId, location, read }: Declared, toLocal: (text: string) => string): FunctionPlan {
  const { Code, Environment, ...properties } = read(functionSchema);
  const assetDir = location.stack.assets.get(Code.S3Key);
  if (!assetDir) throw templateError(location, `the code ${Code.S3Key} is not among the stack's assets`);
  return {
    name,
    arn: functionArn(name),
    logicalId,
    roleArn: properties.Role,
    ...(properties.LoggingConfig.LogGroup && { logGroup: properties.LoggingConfig.LogGroup }),
    assetDir,
    handler: properties.Handler,
    environment: Object.fromEntries(Object.entries(Environment.Variables).map(([key, text]) => [key, toLocal(text)])),
    memoryMegabytes: properties.MemorySize,
    timeoutSeconds: properties.Timeout,
    hasLayers: properties.Layers.length > 0,
    recursion: properties.RecursiveLoop,
    ...(properties.ReservedConcurrentExecutions !== undefined && {
      reservedConcurrency: properties.ReservedConcurrentExecutions,
    }),
  };
}

/** Functions that CloudFormation calls while it deploys: CDK adds them, some in Python, and nothing calls them here. */
function customResourceProviders(resolver: Resolver): Set<string> {
  const providers = new Set<string>();
  for (const { name, template } of resolver.assembly.stacks) {
    for (const { Properties } of Object.values(template.Resources)) {
      const token = Properties?.ServiceToken;
      const call = typeof token === 'object' && token !== null ? intrinsicCall(token) : undefined;
      if (call?.name === 'Fn::GetAtt' && Array.isArray(call.argument)) providers.add(`${name}/${call.argument[0]}`);
    }
  }
  return providers;
}
