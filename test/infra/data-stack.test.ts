import { describe, expect, test } from 'vitest';
import { functionNeeds, jobNames, jobs, tableNames, tables } from '../../functions/manifests.ts';
import { environmentNamed } from '../../infra/context/environment.ts';
import { resourceNames } from '../../infra/context/resource-names.ts';
import { tableId } from '../../infra/context/retained-names.ts';
import { plainText, textsIn } from '../../infra/release/plain-text.ts';
import { ofType, withId } from './resources.ts';
import { templates } from './synthesize.ts';

const prod = templates().data;
const dev = templates({ environment: environmentNamed('dev') }).data;
const guarded = templates({ isProtected: true }).data;
/** Days for which copies of erased users may be kept, no more than a month. */
const recoveryDays = 28;

describe('tables', () => {
  const found = ofType(prod, 'AWS::DynamoDB::GlobalTable');

  test('are those of tables.ts', () => {
    expect(found.map(({ id }) => id.toLowerCase())).toEqual(tableNames.map((name) => `${name}table`));
  });

  test.each(found)('$id is billed on demand, encrypted and restorable', ({ properties }) => {
    expect(properties.BillingMode).toBe('PAY_PER_REQUEST');
    expect(properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    expect(properties.Replicas).toHaveLength(1);
    expect(properties.Replicas[0].PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: recoveryDays,
    });
  });

  test.each(found)(
    '$id outlives its stack in prod, but for one that failed to be created, and not in dev',
    ({ id, resource }) => {
      expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
      const inDev = withId(dev, id);
      expect(inDev.resource.DeletionPolicy).toBe('Delete');
    },
  );

  test.each(found)(
    '$id can be deleted until the deployment is protected, so that a failed one can be taken back',
    ({ id, properties }) => {
      expect(properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
      expect(withId(guarded, id).properties.Replicas[0].DeletionProtectionEnabled).toBe(true);
    },
  );

  test('drop expired items and stream new ones where their manifests say so', () => {
    const expiring = found.filter(
      ({ properties }) => properties.TimeToLiveSpecification?.AttributeName === 'expiresAt',
    );
    expect(expiring.map(({ id }) => id).sort()).toEqual([
      'AlertsTable',
      'CredentialsTable',
      'EventsTable',
      'IdentityTable',
      'KeysTable',
      'PrescriptionsTable',
      'QueriesTable',
      'RequestsTable',
      'SatelliteTable',
      'SoilTable',
      'UploadsTable',
      'WeatherTable',
    ]);
    const streaming = found.filter(({ properties }) => properties.StreamSpecification?.StreamViewType === 'NEW_IMAGE');
    expect(streaming.map(({ id }) => id)).toContain('EventsTable');
  });

  test('copy only keys into their indexes', () => {
    for (const { properties } of found) {
      for (const index of properties.GlobalSecondaryIndexes ?? [])
        expect(index.Projection.ProjectionType).toBe('KEYS_ONLY');
    }
    expect(withId(prod, 'UploadsTable').properties.GlobalSecondaryIndexes).toHaveLength(
      Object.keys(tables.uploads.indexes ?? {}).length,
    );
  });
});

describe('buckets', () => {
  const found = ofType(prod, 'AWS::S3::Bucket');

  test.each(found)('$id is encrypted, private and responds to browsers of any origin', ({ properties }) => {
    const [encryption] = properties.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(encryption.ServerSideEncryptionByDefault.SSEAlgorithm).toBe('AES256');
    expect(Object.values(properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    const [rule] = properties.CorsConfiguration.CorsRules;
    expect(rule.AllowedOrigins).toEqual(['*']);
    expect(rule.AllowedMethods).toEqual(['PUT', 'GET', 'HEAD']);
    expect(rule.ExposedHeaders).toEqual(expect.arrayContaining(['ETag', 'Content-Range']));
  });

  test.each(found)('$id refuses plain HTTP and old TLS', ({ id }) => {
    const policy = ofType(prod, 'AWS::S3::BucketPolicy').find(({ properties }) => properties.Bucket.Ref === id);
    const denials = policy?.properties.PolicyDocument.Statement.filter((s: { Effect: string }) => s.Effect === 'Deny');
    expect(denials.map((statement: { Condition: unknown }) => statement.Condition)).toEqual([
      { Bool: { 'aws:SecureTransport': 'false' } },
      { NumericLessThan: { 's3:TlsVersion': 1.2 } },
    ]);
  });

  test.each(found)('$id deletes parts of uploads that are never completed', ({ properties }) => {
    const days = properties.LifecycleConfiguration.Rules.map(
      (rule: { AbortIncompleteMultipartUpload?: { DaysAfterInitiation: number } }) =>
        rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation,
    );
    expect(days).toContain(2);
  });

  test('delete arrivals that never became part of an upload, and exports of queries, and nothing else', () => {
    const expiring = found.flatMap(({ id, properties }) =>
      properties.LifecycleConfiguration.Rules.filter(
        (rule: { ExpirationInDays?: number }) => rule.ExpirationInDays,
      ).map((rule: { Prefix: string; ExpirationInDays: number }) => [id, rule.Prefix, rule.ExpirationInDays]),
    );
    expect(expiring).toEqual([
      ['FilesBucket', 'incoming/', 7],
      ['FilesBucket', 'cache/', 7],
      ['FilesBucket', 'exports/', 1],
      ['FilesBucket', 'satellite-blocks/', 5],
    ]);
  });

  test('keep replaced and deleted objects as long as tables can be restored, and temporary or derived ones for a day', () => {
    for (const { id, properties } of found) {
      expect(properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
      const rules = properties.LifecycleConfiguration.Rules.filter(
        (rule: { NoncurrentVersionExpiration?: object }) => rule.NoncurrentVersionExpiration,
      );
      const days = rules.map(
        (rule: { Prefix?: string; NoncurrentVersionExpiration: { NoncurrentDays: number } }) =>
          [rule.Prefix ?? '', rule.NoncurrentVersionExpiration.NoncurrentDays] as const,
      );
      const short =
        id === 'FilesBucket'
          ? ['incoming/', 'cache/', 'exports/', 'satellite-blocks/']
          : [
              'lake/ingests/',
              'lake/fields/',
              'lake/operations/',
              'lake/files/',
              'lake/soil_samples/',
              'lake/applied_irrigation/',
            ];
      expect(days).toEqual([['', recoveryDays], ...short.map((prefix) => [prefix, 1])]);
      expect(rules[0].ExpiredObjectDeleteMarker).toBe(true);
    }
  });

  test('notify the queue of each kind about its arrivals, by one prefix', () => {
    const { properties } = withId(prod, 'FilesBucket');
    const arrival = (prefix: string, queue: string) => ({
      Event: 's3:ObjectCreated:*',
      Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: prefix }] } },
      Queue: { 'Fn::GetAtt': [queue, 'Arn'] },
    });
    expect(properties.NotificationConfiguration.QueueConfigurations).toEqual([
      arrival('incoming/boundaries/', 'BoundaryConversionsQueue'),
      arrival('incoming/machine-files/', 'MachineFilesQueue'),
      arrival('incoming/soil/', 'SoilFilesQueue'),
    ]);
  });

  test.each(['BoundaryConversions', 'MachineFiles', 'SoilFiles'])('%s accepts arrivals of the bucket only', (queue) => {
    expect(withId(prod, 'FilesBucket').resource.DependsOn).toContain(`${queue}QueuePolicy`);
    const policy = withId(prod, `${queue}QueuePolicy`).properties.PolicyDocument;
    const [admission] = policy.Statement.filter((s: { Effect: string }) => s.Effect === 'Allow');
    expect(admission.Principal).toEqual({ Service: 's3.amazonaws.com' });
    expect(plainText(admission.Condition)).toEqual({
      StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
      ArnEquals: { 'aws:SourceArn': 'arn:<AWS::Partition>:s3:::furrow-prod-files-<AWS::AccountId>-<AWS::Region>' },
    });
  });
});

describe('queues', () => {
  test.each(jobNames)('of %s hide a message for the timeout and a minute, and give up into dead letters', (name) => {
    const job = jobs[name];
    const queue = ofType(prod, 'AWS::SQS::Queue').find(
      ({ properties }) => properties.QueueName === `furrow-prod-${job.queue}`,
    );
    expect(queue?.properties.VisibilityTimeout).toBe((functionNeeds[name]?.timeoutSeconds ?? 0) + 60);
    expect(queue?.properties.RedrivePolicy.maxReceiveCount).toBe(job.receives);
    expect(queue?.properties.SqsManagedSseEnabled).toBe(true);
  });
});

test('the key of secrets rotates every year and outlives its stack in prod', () => {
  const { properties, resource } = withId(prod, 'SecretsKey');
  expect(properties.EnableKeyRotation).toBe(true);
  expect(resource.DeletionPolicy).toBe('RetainExceptOnCreate');
});

test('alarms of this account may publish to the topic, and no request without TLS', () => {
  const { Statement } = withId(prod, 'AlarmsTopicPolicy').properties.PolicyDocument;
  expect(Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  );
  expect(Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );
});

test('the outputs are what AWS makes up and what operators type', () => {
  expect(Object.keys(prod?.Outputs ?? {})).toEqual([
    'SecretsKeyId',
    'AlarmsTopicArn',
    'FilesBucketName',
    'LakeBucketName',
  ]);
});

test('names of tables, buckets, queues and the topic are those by which functions and the command line find them', () => {
  const place = { partition: 'aws', account: '111122223333', region: 'eu-west-1', urlSuffix: 'amazonaws.com' };
  const names = resourceNames({ name: 'prod' }, place);
  const named = (type: string, property: string) =>
    ofType(prod, type).map(({ properties }) =>
      String(plainText(properties[property]))
        .replace('<AWS::AccountId>', place.account)
        .replace('<AWS::Region>', place.region),
    );
  expect(named('AWS::DynamoDB::GlobalTable', 'TableName')).toEqual(tableNames.map((name) => names.table(name).name));
  expect(named('AWS::S3::Bucket', 'BucketName')).toEqual([names.bucket('files').name, names.bucket('lake').name]);
  expect(named('AWS::SNS::Topic', 'TopicName')).toEqual([names.alarmsTopic.name]);
  expect(named('AWS::SQS::Queue', 'QueueName')).toEqual(
    expect.arrayContaining(jobNames.flatMap((job) => [names.queue(job).name, names.deadLetters(job).name])),
  );
  expect(named('AWS::IAM::Role', 'RoleName')).toContain(names.queriesRole.name);
});

test('what is imported is what outlives the stack, and refers to nothing else', () => {
  const imported = templates({ importing: true });
  expect(Object.keys(imported)).toEqual(['data']);
  const kept = Object.entries(prod?.Resources ?? {}).filter(([, one]) => one.DeletionPolicy === 'RetainExceptOnCreate');
  const ids = kept.map(([id]) => id);
  expect(ids.sort()).toEqual([...tableNames.map(tableId), 'FilesBucket', 'LakeBucket', 'SecretsKey'].sort());
  const resources = Object.fromEntries(ids.map((id) => [id, withId(imported.data, id).resource]));
  const references = textsIn(plainText(resources)).flatMap((text) => text.match(/<(?!AWS::)[^>]+>/g) ?? []);
  expect(references).toEqual([]);
  expect(Object.values(resources).filter(({ DependsOn }) => DependsOn)).toEqual([]);
});

describe('the topic of satellite scenes', () => {
  const arn = 'arn:aws:sns:us-west-2:608149789419:cirrus-es-prod-publish';

  test('is followed where it is given, from any region, and may write to that queue only', () => {
    const { data } = templates({ topics: { scenesTopic: arn } });
    expect(withId(data, 'ScenesSubscription').properties).toMatchObject({
      ...{ TopicArn: arn, Region: 'us-west-2', Protocol: 'sqs', RawMessageDelivery: true },
      Endpoint: { 'Fn::GetAtt': ['SceneSearchesQueue', 'Arn'] },
      // Excludes the radar and Landsat scenes on the topic.
      FilterPolicy: { collection: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'] },
    });
    const allowed = ofType(data, 'AWS::SQS::QueuePolicy').filter(({ properties }) =>
      JSON.stringify(properties).includes('sns.amazonaws.com'),
    );
    expect(allowed.map(({ id }) => id)).toEqual(['SceneSearchesQueuePolicy']);
    expect(JSON.stringify(allowed[0]?.properties)).toContain(`{"ArnEquals":{"aws:SourceArn":"${arn}"}}`);
  });

  test('is not followed by default', () => {
    expect(ofType(prod, 'AWS::SNS::Subscription').filter(({ id }) => id === 'ScenesSubscription')).toEqual([]);
  });
});
