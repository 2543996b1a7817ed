import { type App, Aws, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { BucketName } from '../../functions/manifest/needs.ts';
import type { OwnedPrefix } from '../../functions/manifest/prefix.ts';
import {
  jobNames,
  jobs,
  needsOf,
  prefixes,
  type SettingName,
  settingNames,
  settings,
  tableNames,
  tables,
} from '../../functions/manifests.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { notifyArrivals } from '../constructs/arrivals.ts';
import { bucket } from '../constructs/bucket.ts';
import { followTopic } from '../constructs/follow-topic.ts';
import { jobQueue } from '../constructs/job-queue.ts';
import { withLogicalId, withPolicyId } from '../constructs/logical-id.ts';
import { publish, published } from '../constructs/published-value.ts';
import { type QueryEngine, type QueryEngineName, queryEngine } from '../constructs/query-engine.ts';
import { removalPolicy } from '../constructs/removal-policy.ts';
import { table } from '../constructs/table.ts';
import { monthlyBudget } from '../constructs/watching/budget.ts';
import { type Environment, physicalName } from '../context/environment.ts';
import { type Place, type ResourceNames, resourceNames } from '../context/resource-names.ts';
import { bucketId, descriptionOfKey, keyId } from '../context/retained-names.ts';
import type { Budget } from '../settings/schema.ts';
import { streamWorkers } from './stream-workers.ts';

/** The data as functions reach them: by text, since a reference to a resource of another stack would become an export of that stack. */
export interface Data {
  names: ResourceNames;
  /** ARN of the key that seals the secrets of owners and users. */
  secretsKeyArn(): string;
  /** The operator's own key, if tables, buckets and queues are encrypted with it. */
  ownKeyArn?: string | undefined;
  /** The engine of queries. */
  queryEngine: QueryEngine;
  /** Settings of functions that the operator chose. */
  settings: Record<SettingName, string>;
}

/** The stack of the resources that hold state. The other stacks can be deleted and made again from it. */
export interface DataStack extends Omit<Data, 'secretsKeyArn'> {
  stack: Stack;
  environment: Environment;
}

/** The data for functions of another stack, which is deployed after the data stack and removed before it. */
export function dataOf({ stack: dataStack, environment, ...data }: DataStack, stack: Stack): Data {
  stack.addStackDependency(dataStack);
  return { ...data, secretsKeyArn: () => published(stack, environment, 'SecretsKeyArn') };
}

export interface DataOptions {
  environment: Environment;
  /** Topic that alarms notify. */
  alarmEmail?: string | undefined;
  queryEngine?: QueryEngineName;
  /** ARNs of topics that jobs follow, by how they are given. */
  topics?: Readonly<Record<string, string>>;
  /** Those that are not the usual ones. */
  settings?: Partial<Record<SettingName, string>>;
  /** Tables and the stack refuse to be deleted. */
  isProtected?: boolean;
  /** Bundles of the functions that follow streams of tables. */
  bundles: readonly Bundle[];
  tags?: Readonly<Record<string, string>>;
  budget?: Budget | undefined;
  /** A key of the operator's own. */
  keyArn?: string | undefined;
}

const place: Place = {
  partition: Aws.PARTITION,
  account: Aws.ACCOUNT_ID,
  region: Aws.REGION,
  urlSuffix: Aws.URL_SUFFIX,
};

/**
 * The data stack with what outlives it, and nothing else. So it is imported again: other resources, which `cdk import` leaves out, would be referred to.
 */
export function retainedStack(app: App, options: Pick<DataOptions, 'environment' | 'isProtected' | 'tags' | 'keyArn'>) {
  const { environment, isProtected = false, tags = {}, keyArn } = options;
  const stack = new Stack(app, physicalName(environment, 'data'), {
    description: 'Furrow: what holds data',
    terminationProtection: isProtected,
    tags,
  });
  const names = resourceNames(environment, place);
  const ownKey = keyArn === undefined ? undefined : kms.Key.fromKeyArn(stack, 'OwnKey', keyArn);
  const bucketOf = (name: BucketName) =>
    bucket(stack, bucketId(name), {
      bucketName: names.bucket(name).name,
      environment,
      prefixes: prefixes.filter(isIn(name)),
      ownKey,
    });
  return {
    stack,
    names,
    buckets: { files: bucketOf('files'), lake: bucketOf('lake') },
    key: ownKey ?? secretsKey(stack, environment),
    ownKey,
    tables: recordOf(tableNames, (name) => table(stack, name, tables[name], { environment, isProtected, ownKey })),
  };
}

/** Tables, buckets, the key, the queues with their dead letters, the topic for alarms, and the functions that follow the tables. */
export function dataStack(app: App, options: DataOptions): DataStack {
  const { environment, alarmEmail, queryEngine: engine = 'athena', topics = {}, settings: chosen = {} } = options;
  const { stack, names, buckets, key, ownKey, tables: made } = retainedStack(app, options);
  const topic = alarmsTopic(stack, names.alarmsTopic.name, alarmEmail);
  publish(stack, environment, 'SecretsKeyArn', key.keyArn);
  const queues = recordOf(jobNames, (name) =>
    jobQueue(stack, { environment, job: jobs[name], timeoutSeconds: needsOf(name).timeoutSeconds, topic, ownKey }),
  );
  const data: Data = {
    names,
    secretsKeyArn: () => key.keyArn,
    ownKeyArn: ownKey?.keyArn,
    queryEngine: queryEngine(stack, {
      environment,
      engine,
      ...buckets,
      roleName: names.queriesRole.name,
      ownKeyArn: ownKey?.keyArn,
    }),
    settings: recordOf(settingNames, (name) => chosen[name] ?? settings[name].otherwise),
  };
  for (const name of ['files', 'lake'] as const) {
    const arrivals = jobNames.flatMap((job) => {
      const { arrivals: arriving } = jobs[job];
      return arriving?.bucket === name ? [{ prefix: arriving.prefix, queue: queues[job].queue }] : [];
    });
    if (arrivals.length > 0) notifyArrivals(buckets[name], names.bucket(name), arrivals);
  }
  for (const job of jobNames) {
    const { topic: followed } = jobs[job];
    const topicArn = followed && topics[followed.context];
    if (!topicArn) continue;
    const filterPolicy = followed.filter(data.settings);
    followTopic(stack, followed.subscription, { topicArn, filterPolicy, queue: queues[job].queue });
  }
  streamWorkers(stack, { environment, bundles: options.bundles, data, tables: made, topic, ownKey });
  if (options.budget) monthlyBudget(stack, { ...options, budget: options.budget, topic });
  // The names that operators type; the command line knows all the others, which follow from the environment.
  const outputs = {
    SecretsKeyId: key.keyId,
    AlarmsTopicArn: topic.topicArn,
    FilesBucketName: buckets.files.bucketName,
    LakeBucketName: buckets.lake.bucketName,
  };
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
  return { ...data, stack, environment };
}

/** A policy of one's own takes the place of the one that lets alarms of the account in; so it must let them in itself. */
function alarmsTopic(stack: Stack, topicName: string, alarmEmail: string | undefined): sns.Topic {
  const topic = new sns.Topic(stack, 'AlarmsTopic', { topicName, enforceSSL: true });
  topic.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  return withPolicyId(withLogicalId(topic, 'AlarmsTopic'), 'AlarmsTopicPolicy');
}

function secretsKey(stack: Stack, environment: Environment): kms.Key {
  const key = new kms.Key(stack, keyId, {
    description: descriptionOfKey(environment.name),
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: removalPolicy(environment),
  });
  return withLogicalId(key, keyId);
}

const isIn =
  (name: BucketName) =>
  ({ bucket: of }: OwnedPrefix) =>
    of === name;

function recordOf<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}
