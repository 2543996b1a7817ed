import { type App, Aws, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { BucketName } from '../../functions/manifest/needs.ts';
import type { OwnedPrefix } from '../../functions/manifest/prefix.ts';
import {
  type JobName,
  jobNames,
  jobs,
  needsOf,
  prefixes,
  type SettingName,
  settingNames,
  settings,
  type TableName,
  tableNames,
  tables,
} from '../../functions/manifests.ts';
import { notifyArrivals } from '../constructs/arrivals.ts';
import { bucket } from '../constructs/bucket.ts';
import { followTopic } from '../constructs/follow-topic.ts';
import { type JobQueue, jobQueue } from '../constructs/job-queue.ts';
import { pascalCase, withLogicalId, withPolicyId } from '../constructs/logical-id.ts';
import { type QueryEngine, type QueryEngineName, queryEngine } from '../constructs/query-engine.ts';
import { table } from '../constructs/table.ts';
import { type Environment, physicalName } from '../context/environment.ts';

/** Resources that hold state. The other stacks can be deleted and made again from it. */
export interface Data {
  stack: Stack;
  tables: Record<TableName, dynamodb.TableV2>;
  buckets: Record<BucketName, s3.Bucket>;
  queues: Record<JobName, JobQueue>;
  /** Seals the secrets of owners and users. */
  secretsKey: kms.Key;
  /** Where alarms go. */
  topic: sns.Topic;
  /** The engine of queries. */
  queryEngine: QueryEngine;
  /** Settings of functions that the operator chose. */
  settings: Record<SettingName, string>;
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
}

/** Tables, buckets, the key, the queues with their dead letters, and the topic for alarms. */
export function dataStack(app: App, options: DataOptions): Data {
  const { environment, alarmEmail, queryEngine: engine = 'athena', topics = {}, settings: chosen = {} } = options;
  const stack = new Stack(app, physicalName(environment, 'data'), {
    description: 'Furrow: what holds data',
    terminationProtection: environment.protectData,
  });
  const topic = alarmsTopic(stack, alarmEmail);
  const buckets = {
    files: bucket(stack, 'FilesBucket', environment, prefixes.filter(isIn('files'))),
    lake: bucket(stack, 'LakeBucket', environment, prefixes.filter(isIn('lake'))),
  };
  const data: Data = {
    stack,
    topic,
    secretsKey: secretsKey(stack, environment),
    tables: recordOf(tableNames, (name) => table(stack, name, tables[name], environment)),
    buckets,
    settings: recordOf(settingNames, (name) => chosen[name] ?? settings[name].otherwise),
    queryEngine: queryEngine(stack, { environment, engine, ...buckets }),
    queues: recordOf(jobNames, (name) =>
      jobQueue(stack, { environment, job: jobs[name], timeoutSeconds: needsOf(name).timeoutSeconds, topic }),
    ),
  };
  for (const [name, made] of Object.entries(data.buckets)) {
    const arrivals = jobNames.flatMap((job) => {
      const { arrivals: arriving } = jobs[job];
      return arriving?.bucket === name ? [{ prefix: arriving.prefix, queue: data.queues[job].queue }] : [];
    });
    if (arrivals.length > 0) notifyArrivals(made, arrivals);
  }
  for (const job of jobNames) {
    const { topic: followed } = jobs[job];
    const topicArn = followed && topics[followed.context];
    if (!topicArn) continue;
    const filterPolicy = followed.filter(data.settings);
    followTopic(stack, followed.subscription, { topicArn, filterPolicy, queue: data.queues[job].queue });
  }
  writeOutputs(data);
  return data;
}

/** A policy of one's own takes the place of the one that lets alarms of the account in; so it must let them in itself. */
function alarmsTopic(stack: Stack, alarmEmail: string | undefined): sns.Topic {
  const topic = new sns.Topic(stack, 'AlarmsTopic', { enforceSSL: true });
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
  const key = new kms.Key(stack, 'SecretsKey', {
    description: `Furrow ${environment.name}: seals the secrets of owners and users`,
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: environment.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  return withLogicalId(key, 'SecretsKey');
}

/** Names that AWS makes up, for the command line: `npx furrow --stack` reads them. */
function writeOutputs(data: Data): void {
  const values: Record<string, string> = {
    SecretsKeyId: data.secretsKey.keyId,
    AlarmsTopicArn: data.topic.topicArn,
  };
  for (const [name, made] of Object.entries(data.tables)) values[`${pascalCase(name)}TableName`] = made.tableName;
  for (const [name, made] of Object.entries(data.buckets)) values[`${pascalCase(name)}BucketName`] = made.bucketName;
  for (const [name, made] of Object.entries(data.queues)) values[`${pascalCase(name)}QueueUrl`] = made.queue.queueUrl;
  for (const [name, value] of Object.entries(values)) new CfnOutput(data.stack, name, { value });
}

const isIn =
  (name: BucketName) =>
  ({ bucket: of }: OwnedPrefix) =>
    of === name;

function recordOf<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}
