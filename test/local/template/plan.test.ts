import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAssembly } from '../../../local/template/assembly.ts';
import { plan } from '../../../local/template/plan.ts';
import { withoutValidator } from '../../infra/synthesize.ts';
import { synthesizeSampleApp } from './sample-app.ts';
import { sampleAssembly } from './sample-assembly.ts';

const endpoints = { sqs: 'http://127.0.0.1:9324', api: 'http://127.0.0.1:3000' };
const arn = (service: string, rest: string) => `arn:aws:${service}:us-east-1:000000000000:${rest}`;

describe('the plan of a synthesized app', async () => {
  const sample = withoutValidator(synthesizeSampleApp);
  const cloud = plan(await readAssembly(sample), endpoints);
  const [users, worker, inner] = cloud.functions;
  const [queue] = cloud.queues.filter(({ name }) => name.includes('Conversions'));
  const [table] = cloud.tables;

  it('has its tables', () => {
    expect(cloud.tables).toEqual([
      {
        tableName: expect.stringMatching(/^farm-data-Fields/),
        keySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        attributeDefinitions: expect.arrayContaining([{ AttributeName: 'deadline', AttributeType: 'N' }]),
        globalSecondaryIndexes: [
          {
            IndexName: 'byDeadline',
            KeySchema: [
              { AttributeName: 'deadlineKey', KeyType: 'HASH' },
              { AttributeName: 'deadline', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
        timeToLiveAttribute: 'expiresAt',
        recoveryDays: 3,
        streamViewType: 'NEW_IMAGE',
      },
    ]);
  });

  it('has its buckets with CORS, versions, lifecycle and notifications', () => {
    expect(cloud.buckets).toEqual([
      {
        name: expect.stringMatching(/^farm-data-files[0-9a-f]+$/),
        arn: expect.stringMatching(/^arn:aws:s3:::farm-data-files/),
        cors: [
          {
            allowedMethods: ['PUT'],
            allowedOrigins: ['*'],
            allowedHeaders: [],
            exposedHeaders: ['ETag'],
            maxAgeSeconds: 300,
          },
        ],
        lifecycle: [
          { prefix: 'incoming/', expirationDays: 3, noncurrentDays: 1 },
          { prefix: '', abortMultipartDays: 1, expiredObjectDeleteMarker: true },
        ],
        versioned: true,
        notifications: [{ events: ['s3:ObjectCreated:*'], prefix: 'incoming/', suffix: '.zip', queueArn: queue?.arn }],
      },
    ]);
  });

  it('has its queues and keys', () => {
    const dead = cloud.queues.find(({ name }) => name.includes('Dead'));
    expect(queue?.attributes).toEqual({
      VisibilityTimeout: '960',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead?.arn, maxReceiveCount: 3 }),
    });
    expect(cloud.keys).toEqual([
      {
        keyId: users?.environment.KEY,
        arn: arn('kms', `key/${users?.environment.KEY}`),
        aliases: ['alias/farm-secrets'],
      },
    ]);
  });

  it("has the app's functions, and none of those that CDK adds for a deployment", () => {
    expect(cloud.functions).toHaveLength(3);
    expect(users).toMatchObject({
      name: expect.stringMatching(/^farm-api-Users/),
      handler: 'index.handler',
      memoryMegabytes: 512,
      timeoutSeconds: 20,
      hasLayers: false,
      recursion: 'Terminate',
      environment: {
        TABLE: table?.tableName,
        QUEUE: `http://127.0.0.1:9324/000000000000/${queue?.name}`,
        BUCKET: cloud.buckets[0]?.name,
      },
    });
    expect(worker).toMatchObject({ hasLayers: true, reservedConcurrency: 2, memoryMegabytes: 128, timeoutSeconds: 3 });
    expect(inner).toMatchObject({ environment: { USERS: users?.name } });
    for (const fn of cloud.functions) expect(existsSync(join(fn.assetDir, 'index.mjs'))).toBe(true);
  });

  it('has its API with routes, stages and CORS', () => {
    const functionName = users?.name;
    expect(cloud.apis).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-z]{10}$/),
        name: 'Http',
        routes: [
          { routeKey: 'GET /users/{id}', functionName, timeoutMilliseconds: 30_000 },
          { routeKey: '$default', functionName, timeoutMilliseconds: 30_000 },
        ],
        stages: ['$default', 'v2'],
        cors: {
          allowOrigins: ['*'],
          allowMethods: ['GET'],
          allowHeaders: [],
          exposeHeaders: [],
          allowCredentials: false,
          maxAgeSeconds: 3600,
        },
      },
    ]);
  });

  it('has its event sources', () => {
    expect(cloud.eventSourceMappings).toEqual([
      expect.objectContaining({
        kind: 'queue',
        queueName: queue?.name,
        queueArn: queue?.arn,
        functionName: worker?.name,
        batchSize: 1,
        reportsItemFailures: true,
        maximumConcurrency: 4,
        enabled: true,
        filters: [],
      }),
      expect.objectContaining({
        kind: 'stream',
        tableName: table?.tableName,
        functionArn: worker?.arn,
        batchSize: 50,
        bisectsOnError: true,
        maximumRetryAttempts: 5,
        maximumRecordAgeSeconds: 72_000,
        onFailureQueueArn: expect.stringContaining('farm-data-Dead'),
        filters: [{ eventName: ['INSERT'] }],
      }),
    ]);
  });

  it('has its schedules of both kinds', () => {
    expect(cloud.schedules).toEqual([
      expect.objectContaining({
        everyMilliseconds: 300_000,
        functionName: worker?.name,
        input: { sweep: true },
        enabled: true,
      }),
      expect.objectContaining({ everyMilliseconds: 3_600_000, functionName: users?.name, enabled: false }),
    ]);
  });

  it("prints its outputs with this machine's URL", () => {
    expect(cloud.outputs).toEqual([
      { stackName: 'farm-api', name: 'BaseUrl', value: 'http://127.0.0.1:3000', description: 'where clients begin' },
      { stackName: 'farm-api', name: 'V2Url', value: 'http://127.0.0.1:3000/v2' },
    ]);
  });

  it('is the same in a stage, and at every start', async () => {
    const again = plan(await readAssembly(synthesizeSampleApp({ inStage: true })), endpoints);
    expect(again.tables).toEqual(cloud.tables);
    expect(again.apis[0]?.id).toBe(cloud.apis[0]?.id);
    expect(again.keys).toEqual(cloud.keys);
  });
});

describe('a resource that cannot be run stops the plan with its name and path', () => {
  const fn = {
    Code: { S3Key: 'x.zip' },
    Handler: 'index.handler',
    Role: 'arn:aws:iam::0:role/r',
    Runtime: 'nodejs24.x',
  };
  it.each([
    ['AWS::Braket::Job', {}, 'does not know resources of type AWS::Braket::Job (stack farm, Resources.Thing)'],
    [
      'AWS::IAM::Role',
      { Path: { 'Fn::Cidr': [] } },
      'does not know the intrinsic Fn::Cidr (stack farm, Resources.Thing.Properties.Path)',
    ],
    [
      'AWS::IAM::Policy',
      { Roles: [{ Ref: 'Gone' }] },
      'there is no resource or parameter Gone (stack farm, Resources.Thing.Properties.Roles.0)',
    ],
    [
      'AWS::Lambda::Function',
      { ...fn, Runtime: 'python3.13' },
      'only Node.js functions are run by the embedded cloud (stack farm, Resources.Thing.Properties.Runtime)',
    ],
    ['AWS::Lambda::Function', { ...fn, Code: { ZipFile: 'x' } }, 'only code from an asset is run'],
    ['AWS::Lambda::Function', fn, "the code x.zip is not among the stack's assets"],
    ['AWS::Lambda::Function', { ...fn, Timeout: 'long' }, 'Resources.Thing.Properties.Timeout'],
    ['AWS::ApiGatewayV2::Api', { ProtocolType: 'WEBSOCKET' }, 'only HTTP APIs are run'],
    [
      'AWS::ApiGatewayV2::Route',
      { ApiId: 'a', RouteKey: 'GET /', AuthorizationType: 'JWT', Target: 'integrations/x' },
      'routes with an authorizer are not run',
    ],
    [
      'AWS::ApiGatewayV2::Route',
      { ApiId: 'a', RouteKey: 'GET /', Target: 'integrations/x' },
      "the route's target integrations/x does not exist",
    ],
    [
      'AWS::ApiGatewayV2::Stage',
      { ApiId: 'a', StageName: 'v2', RouteSettings: { 'POST /gone': { ThrottlingRateLimit: 1 } } },
      'its RouteSettings name the route "POST /gone", which the API does not have',
    ],
    [
      'AWS::Lambda::EventSourceMapping',
      { EventSourceArn: 'arn:aws:kafka:x', FunctionName: 'f' },
      'arn:aws:kafka:x is neither a queue nor the stream of a table',
    ],
    [
      'AWS::Scheduler::Schedule',
      { ScheduleExpression: 'cron(0 1 * * ? *)', Target: { Arn: 'arn:aws:lambda:us-east-1:0:function:f' } },
      'not cron(0 1 * * ? *)',
    ],
    ['AWS::Events::Rule', { EventPattern: {} }, 'only rules with a schedule are run'],
    [
      'AWS::DynamoDB::Table',
      { KeySchema: [], AttributeDefinitions: [], LocalSecondaryIndexes: [] },
      'local secondary indexes are not run',
    ],
    [
      'Custom::S3BucketNotifications',
      { BucketName: 'b', NotificationConfiguration: { TopicConfigurations: [] } },
      'notifications to anything but queues are not run',
    ],
    [
      'AWS::S3::Bucket',
      { CorsConfiguration: { CorsRules: 'all' } },
      'Resources.Thing.Properties.CorsConfiguration.CorsRules',
    ],
  ])('%s %j', async (Type, Properties, message) => {
    const assembly = await sampleAssembly({ farm: { Resources: { Thing: { Type, Properties } } } });
    const bucket = Type.startsWith('Custom') ? { Bucket: { Type: 'AWS::S3::Bucket', Properties: {} } } : {};
    Object.assign(assembly.stacks[0]?.template.Resources ?? {}, bucket);
    expect(() => plan(assembly, endpoints)).toThrow(message);
  });

  it('is ignored when its condition does not hold', async () => {
    const assembly = await sampleAssembly({
      farm: {
        Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
        Resources: { Thing: { Type: 'AWS::Braket::Job', Condition: 'Never' } },
      },
    });
    expect(plan(assembly).functions).toEqual([]);
  });
});

describe('an invalid assembly', () => {
  it.each([
    ['/nowhere', /manifest\.json cannot be read: synthesize the CDK app first/],
    [new URL('.', import.meta.url).pathname, /manifest\.json cannot be read/],
  ])('%s', async (dir, message) => {
    await expect(readAssembly(dir)).rejects.toThrow(message);
  });
});
