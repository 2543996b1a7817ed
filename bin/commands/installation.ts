import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { identityStore } from '../../adapters/aws/dynamodb/identity/identity-store.ts';
import { signingKeyStore } from '../../adapters/aws/dynamodb/identity/signing-key-store.ts';
import { documentClient, type Table } from '../../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../../adapters/aws/kms/sealer.ts';
import { streamingObjectStore } from '../../adapters/aws/s3/streaming-object-store.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import type { IdentityStore } from '../../domain/access/identity-store.ts';
import type { SigningKeyStore } from '../../domain/access/signing-key.ts';
import type { StreamingObjectStore } from '../../domain/files/object-store.ts';
import type { Sealer } from '../../domain/secrets.ts';
import { tableVariable } from '../../functions/manifest/table.ts';
import { jobNames, tableNames } from '../../functions/manifests.ts';
import { resourceNames } from '../../infra/context/resource-names.ts';
import type { CloudAtRest } from '../../local/state/open-at-rest.ts';
import { CommandProblem, type Invocation } from './command.ts';
import { dataDirOption, runningCloud } from './state-options.ts';

/** The installation that commands for owners, clients and keys administer: the embedded cloud, or a deployment in AWS. */
export interface Installation {
  identity: IdentityStore;
  keys: SigningKeyStore;
  sealer: Sealer;
  /** The outbox of events. */
  events: Table;
  users: Table;
  fields: Table;
  uploads: Table;
  operations: Table;
  usage: Table;
  consumption: Table;
  lake: StreamingObjectStore;
  sqs: SQSClient;
  /** URLs of the queues. */
  queueUrls: string[];
  clock: typeof systemClock;
  newId: typeof newId;
}

/** The options of commands that administer an installation. */
export const installationOptions = {
  'data-dir': dataDirOption,
  stack: {
    type: 'string',
    value: 'NAME',
    description: 'use a deployment in AWS: the name of its data stack, such as furrow-prod-data',
  },
} as const;

/**
 * Opens the installation that the options select. For AWS, credentials and region are those of the AWS SDK.
 *
 * @example const { identity, keys } = await openInstallation(invocation);
 */
export async function openInstallation(invocation: Invocation): Promise<Installation> {
  const { stack } = invocation.options;
  const { names, dynamodb, kms, s3, sqs, queueUrls } =
    typeof stack === 'string' ? await deployedStack(stack) : embeddedCloud(runningCloud(invocation));
  const client = documentClient(dynamodb);
  const tables = {
    identity: { client, name: nameOf(names, 'IDENTITY_TABLE') },
    owners: { client, name: nameOf(names, 'OWNERS_TABLE') },
  };
  return {
    identity: identityStore(tables),
    keys: signingKeyStore(tables),
    events: { client, name: nameOf(names, 'EVENTS_TABLE') },
    users: { client, name: nameOf(names, 'USERS_TABLE') },
    fields: { client, name: nameOf(names, 'FIELDS_TABLE') },
    uploads: { client, name: nameOf(names, 'UPLOADS_TABLE') },
    operations: { client, name: nameOf(names, 'OPERATIONS_TABLE') },
    usage: { client, name: nameOf(names, 'USAGE_TABLE') },
    consumption: { client, name: nameOf(names, 'CONSUMPTION_TABLE') },
    lake: streamingObjectStore(nameOf(names, 'LAKE_BUCKET'), s3),
    sqs,
    queueUrls,
    sealer: kmsSealer(nameOf(names, 'SECRETS_KEY_ID'), systemClock, kms),
    clock: systemClock,
    newId,
  };
}

/** The clients of an installation, and the names of its resources. */
export interface Reached {
  names: Record<string, string>;
  dynamodb: DynamoDBClient;
  kms: KMSClient;
  s3: S3Client;
  sqs: SQSClient;
  queueUrls: string[];
}

export function embeddedCloud({
  region,
  credentials,
  services,
  variables,
  queues,
}: Omit<CloudAtRest, 'loss'>): Reached {
  return {
    names: variables,
    dynamodb: new DynamoDBClient({ region, credentials, endpoint: services.dynamodb }),
    kms: new KMSClient({ region, credentials, endpoint: services.kms }),
    s3: new S3Client({ region, credentials, endpoint: services.s3 }),
    sqs: new SQSClient({ region, credentials, endpoint: services.sqs }),
    queueUrls: queues.map(({ url }) => url),
  };
}

/**
 * The clients of a deployment. Names of its resources follow from its environment, account and region; the key's id is an output of the data stack.
 *
 * @throws CommandProblem if the name is not that of a data stack.
 */
export async function deployedStack(StackName: string): Promise<Reached> {
  const name = environmentOf(StackName);
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  const { StackId = '', Outputs = [] } = Stacks?.[0] ?? {};
  const [, partition = 'aws', , region = '', account = ''] = StackId.split(':');
  const urlSuffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const { table, bucket, queue } = resourceNames({ name }, { partition, region, account, urlSuffix });
  const keyId = Outputs.find(({ OutputKey }) => OutputKey === 'SecretsKeyId')?.OutputValue;
  return {
    names: {
      ...Object.fromEntries(tableNames.map((one) => [tableVariable(one), table(one).name])),
      FILES_BUCKET: bucket('files').name,
      LAKE_BUCKET: bucket('lake').name,
      ...(keyId && { SECRETS_KEY_ID: keyId }),
    },
    queueUrls: jobNames.map((job) => queue(job).url),
    dynamodb: new DynamoDBClient({}),
    kms: new KMSClient({}),
    s3: new S3Client({}),
    sqs: new SQSClient({}),
  };
}

/**
 * The environment of a data stack.
 *
 * @throws CommandProblem if the name is not that of a data stack.
 * @example environmentOf('furrow-prod-data') // 'prod'
 */
export function environmentOf(dataStack: string): string {
  const [, environment] = /^furrow-(.+)-data$/.exec(dataStack) ?? [];
  if (environment) return environment;
  throw new CommandProblem(`${dataStack} is no data stack of a deployment: its name is furrow-<environment>-data`);
}

/**
 * The name of a resource of an installation.
 *
 * @throws CommandProblem if it is missing.
 * @example const client = { name: nameOf(names, 'IDENTITY_TABLE') };
 */
export function nameOf(names: Record<string, string>, variable: string): string {
  const name = names[variable];
  if (name) return name;
  throw new CommandProblem(`${variable} was not found: is this the data stack of a Furrow deployment?`);
}

/** Roles of the tables, such as `users`; `nameOf` has their names. */
export function tablesIn(names: Record<string, string>): string[] {
  return Object.keys(names).flatMap((name) => (name.endsWith('_TABLE') ? [name.slice(0, -6).toLowerCase()] : []));
}
