import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Chain, deadLettersVariable, queueVariable } from '../../functions/manifest/job.ts';
import type { BucketName, LayerName } from '../../functions/manifest/needs.ts';
import { tableVariable } from '../../functions/manifest/table.ts';
import { type JobName, jobs, needsOf, type TableName } from '../../functions/manifests.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import type { Data } from '../stacks/data.ts';
import { acknowledge } from './acknowledge.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';
import { allow, permissions, wildcardFindings } from './permissions.ts';

export interface FunctionOptions {
  bundle: Bundle;
  data: Data;
  environment: Environment;
  /** Layers of the stack; a function gets those that it needs. */
  layers?: Partial<Record<LayerName, lambda.ILayerVersion>>;
  /** Rights that the trigger needs beside the function's own. */
  statements?: iam.PolicyStatement[];
  variables?: Record<string, string>;
}

/**
 * A function with its own role and log group. X86, because gdal-async has no binary for Linux on ARM. X-Ray is off: every
 * answer carries the request id under which all its log lines are found, and traces would cost more than the requests.
 * @example const made = furrowFunction(stack, { bundle, data, environment, layers });
 */
export function furrowFunction(scope: Construct, options: FunctionOptions): lambda.Function {
  const { bundle, data, environment, layers, statements = [], variables = {} } = options;
  const needs = needsOf(bundle.name);
  const id = pascalCase(bundle.name);
  const own = new Construct(scope, id);
  const logGroup = new logs.LogGroup(own, `${id}Logs`, {
    logGroupName: `/furrow/${environment.name}/${bundle.name}`,
    retention: environment.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new iam.Role(own, `${id}Role`, {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    description: needs.purpose,
    inlinePolicies: {
      needs: new iam.PolicyDocument({
        statements: [
          allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
          ...permissions(needs, data),
          ...statements,
        ],
      }),
    },
  });
  acknowledge(
    role,
    'Keys of objects are not known beforehand; the wildcard ends one prefix of one bucket.',
    ...wildcardFindings(needs, environment),
  );
  const made = new lambda.Function(own, `${id}Function`, {
    functionName: physicalName(environment, bundle.name),
    description: needs.purpose,
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.X86_64,
    code: lambda.Code.fromAsset(bundle.directory),
    handler: 'index.handler',
    memorySize: needs.memoryMegabytes,
    timeout: Duration.seconds(needs.timeoutSeconds),
    ...(needs.diskMegabytes && { ephemeralStorageSize: Size.mebibytes(needs.diskMegabytes) }),
    tracing: lambda.Tracing.DISABLED,
    // The default stops a function that sends to its own queue after about 16 invocations, silently.
    ...(longChain(bundle.name) && { recursiveLoop: lambda.RecursiveLoop.ALLOW }),
    logGroup: withLogicalId(logGroup, `${id}Logs`),
    role: withLogicalId(role, `${id}Role`),
    environment: { ...environmentVariables(bundle.name, data, environment), ...variables },
    ...(needs.layers && { layers: needs.layers.map((name) => layerOf(bundle.name, name, layers)) }),
  });
  return withLogicalId(made, `${id}Function`);
}

function layerOf(functionName: string, name: LayerName, layers: FunctionOptions['layers'] = {}): lambda.ILayerVersion {
  const layer = layers[name];
  if (!layer) throw new Error(`The stack of the function "${functionName}" has no layer "${name}".`);
  return layer;
}

function environmentVariables(functionName: string, data: Data, environment: Environment): Record<string, string> {
  const needs = needsOf(functionName);
  const variables: Record<string, string> = {
    FURROW_ENVIRONMENT: environment.name,
    NODE_OPTIONS: '--enable-source-maps',
  };
  for (const name of Object.keys(needs.tables ?? {}) as TableName[]) {
    variables[tableVariable(name)] = data.names.table(name).name;
  }
  for (const name of Object.keys(needs.objects ?? {}) as BucketName[]) {
    variables[`${name.toUpperCase()}_BUCKET`] = data.names.bucket(name).name;
  }
  for (const job of needs.sends ?? []) {
    // Its own queue a worker knows as QUEUE_URL.
    if (job !== functionName) variables[queueVariable(job)] = data.names.queue(job).url;
  }
  for (const job of needs.peeks ?? []) variables[deadLettersVariable(job)] = data.names.deadLetters(job).url;
  if (needs.queries) {
    const { name, workGroup, database } = data.queryEngine;
    Object.assign(variables, {
      QUERY_ENGINE: name,
      QUERY_WORKGROUP: workGroup,
      QUERY_DATABASE: database,
      QUERY_ROLE_ARN: data.names.queriesRole.arn,
      ...(data.ownKeyArn !== undefined && { QUERY_RESULTS_KEY: data.ownKeyArn }),
    });
  }
  if (needs.secrets) variables.SECRETS_KEY_ID = data.secretsKeyArn();
  for (const name of needs.settings ?? []) variables[name] = data.settings[name];
  return variables;
}

/** Invocations in a chain after which Lambda stops the next one, "approximately": Lambda developer guide, recursive loop detection. */
const stoppedByLambda = 16;

/** The messages of a worker to itself, where they are more than Lambda lets a function send that does not ask for it. */
export function longChain(name: string): Chain | undefined {
  const chain = chainOf(name);
  return chain && chain.maxMessages >= stoppedByLambda ? chain : undefined;
}

/** The messages of a worker to itself; undefined for a function that sends none. */
export const chainOf = (name: string): Chain | undefined =>
  Object.hasOwn(jobs, name) ? jobs[name as JobName].chain : undefined;
