import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnOutput, Duration, NestedStack, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sources from 'aws-cdk-lib/aws-lambda-event-sources';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { temporaryFolder } from '../../temporary-folder.ts';

const runtime = lambda.Runtime.NODEJS_24_X;

/** Synthesizes an app with one of everything that the plan reads, over two stacks and a nested one. */
export function synthesizeSampleApp(options: { inStage?: boolean } = {}): string {
  const codeDir = temporaryFolder('code');
  writeFileSync(join(codeDir, 'index.mjs'), 'export const handler = async () => ({});');
  // An asset belongs to one stack, so every function gets its own.
  const code = () => lambda.Code.fromAsset(codeDir);
  const app = new App({ outdir: temporaryFolder('app'), analyticsReporting: false });
  const scope = options.inStage ? new Stage(app, 'Dev') : app;
  const data = new Stack(scope, 'Data', { stackName: 'farm-data' });
  const table = new dynamodb.TableV2(data, 'Fields', {
    partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
    sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
    timeToLiveAttribute: 'expiresAt',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 3 },
    dynamoStream: dynamodb.StreamViewType.NEW_IMAGE,
    globalSecondaryIndexes: [
      {
        indexName: 'byDeadline',
        partitionKey: { name: 'deadlineKey', type: dynamodb.AttributeType.STRING },
        sortKey: { name: 'deadline', type: dynamodb.AttributeType.NUMBER },
        projectionType: dynamodb.ProjectionType.KEYS_ONLY,
      },
    ],
  });
  const dead = new sqs.Queue(data, 'Dead');
  const queue = new sqs.Queue(data, 'Conversions', {
    visibilityTimeout: Duration.minutes(16),
    deadLetterQueue: { queue: dead, maxReceiveCount: 3 },
    enforceSSL: true,
  });
  const bucket = new s3.Bucket(data, 'Files', {
    cors: [{ allowedMethods: [s3.HttpMethods.PUT], allowedOrigins: ['*'], exposedHeaders: ['ETag'], maxAge: 300 }],
    lifecycleRules: [
      { prefix: 'incoming/', expiration: Duration.days(3), noncurrentVersionExpiration: Duration.days(1) },
      { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
      { enabled: false, expiration: Duration.days(9) },
    ],
    versioned: true,
    autoDeleteObjects: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  bucket.addEventNotification(s3.EventType.OBJECT_CREATED, new SqsDestination(queue), {
    prefix: 'incoming/',
    suffix: '.zip',
  });
  const key = new kms.Key(data, 'Secrets', { alias: 'farm-secrets' });

  const stack = new Stack(scope, 'Api', { stackName: 'farm-api' });
  const environment = { TABLE: table.tableName, QUEUE: queue.queueUrl, BUCKET: bucket.bucketName, KEY: key.keyId };
  const users = new lambda.Function(stack, 'Users', {
    code: code(),
    runtime,
    handler: 'index.handler',
    memorySize: 512,
    timeout: Duration.seconds(20),
    environment,
  });
  const layer = new lambda.LayerVersion(stack, 'Gdal', { code: code() });
  const worker = new lambda.Function(stack, 'Worker', {
    code: code(),
    runtime,
    handler: 'index.handler',
    layers: [layer],
    reservedConcurrentExecutions: 2,
  });
  worker.addEventSource(
    new sources.SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency: 4 }),
  );
  worker.addEventSource(
    new sources.DynamoEventSource(table as dynamodb.ITable, {
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: 50,
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(20),
      onFailure: new sources.SqsDlq(dead),
      filters: [lambda.FilterCriteria.filter({ eventName: lambda.FilterRule.isEqual('INSERT') })],
    }),
  );
  const api = new apigateway.HttpApi(stack, 'Http', {
    corsPreflight: { allowOrigins: ['*'], allowMethods: [apigateway.CorsHttpMethod.GET], maxAge: Duration.hours(1) },
  });
  const integration = new HttpLambdaIntegration('Integration', users);
  api.addRoutes({ path: '/users/{id}', methods: [apigateway.HttpMethod.GET], integration });
  new apigateway.HttpRoute(stack, 'Rest', { httpApi: api, routeKey: apigateway.HttpRouteKey.DEFAULT, integration });
  new apigateway.HttpStage(stack, 'V2', { httpApi: api, stageName: 'v2', autoDeploy: true });
  new scheduler.Schedule(stack, 'Sweep', {
    schedule: scheduler.ScheduleExpression.rate(Duration.minutes(5)),
    target: new LambdaInvoke(worker, { input: scheduler.ScheduleTargetInput.fromObject({ sweep: true }) }),
  });
  const rule = {
    schedule: events.Schedule.rate(Duration.hours(1)),
    targets: [new LambdaFunction(users)],
    enabled: false,
  };
  new events.Rule(stack, 'Hourly', rule);
  new Dashboard(stack, 'Dashboard');
  new CfnOutput(stack, 'BaseUrl', { value: api.apiEndpoint, description: 'where clients begin' });
  new CfnOutput(stack, 'V2Url', { value: `${api.url}v2` });

  const nested = new NestedStack(stack, 'Nested');
  new lambda.Function(nested, 'Inner', {
    code: code(),
    runtime,
    handler: 'index.handler',
    environment: { USERS: users.functionName },
  });
  return app.synth().directory;
}
