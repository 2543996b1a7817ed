import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { build } from 'esbuild';

/** Synthesizes a small app with one of everything: bucket -> queue -> function -> table -> stream -> function -> queue, a route and a schedule. */
export async function tinyAssembly(dir: string): Promise<string> {
  const code = join(dir, 'code');
  const outdir = join(dir, 'assembly');
  mkdirSync(code, { recursive: true });
  await build({
    entryPoints: [fileURLToPath(new URL('./handlers.ts', import.meta.url))],
    outfile: join(code, 'index.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const app = new App({ outdir, analyticsReporting: false });
  const stack = new Stack(app, 'Tiny');

  const notes = new dynamodb.TableV2(stack, 'Notes', {
    partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
    timeToLiveAttribute: 'expiresAt',
    dynamoStream: dynamodb.StreamViewType.NEW_IMAGE,
  });
  const dead = new sqs.Queue(stack, 'Dead', { queueName: 'tiny-arrivals-dead' });
  const arrivals = new sqs.Queue(stack, 'Arrivals', {
    queueName: 'tiny-arrivals',
    visibilityTimeout: Duration.minutes(1),
    deadLetterQueue: { queue: dead, maxReceiveCount: 2 },
  });
  const outbox = new sqs.Queue(stack, 'Outbox', { queueName: 'tiny-outbox' });
  const bucket = new s3.Bucket(stack, 'Inbox', { bucketName: 'tiny-inbox' });
  bucket.addEventNotification(s3.EventType.OBJECT_CREATED, new SqsDestination(arrivals), { prefix: 'incoming/' });

  const fn = (id: string, handler: string) => {
    const made = new lambda.Function(stack, id, {
      functionName: `tiny-${handler}`,
      runtime: lambda.Runtime.NODEJS_22_X,
      handler: `index.${handler}`,
      code: lambda.Code.fromAsset(code),
      timeout: Duration.seconds(20),
      memorySize: 256,
      environment: { NOTES_TABLE: notes.tableName, OUTBOX_QUEUE_URL: outbox.queueUrl },
    });
    notes.grantReadWriteData(made);
    outbox.grantSendMessages(made);
    // Reading only: a role that may not list is not told that an object is missing.
    made.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('incoming/*')] }),
    );
    return made;
  };
  fn('Take', 'take').addEventSource(new SqsEventSource(arrivals, { batchSize: 1, reportBatchItemFailures: true }));
  fn('Relay', 'relay').addEventSource(
    // The class has no stream where the interface has none.
    new DynamoEventSource(notes as dynamodb.ITable, {
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      retryAttempts: 2,
    }),
  );
  new events.Rule(stack, 'SweepRule', {
    ruleName: 'tiny-sweep',
    schedule: events.Schedule.rate(Duration.minutes(5)),
    targets: [new LambdaFunction(fn('Sweep', 'sweep'))],
  });
  const api = new gateway.HttpApi(stack, 'Api');
  api.addRoutes({
    path: '/notes/{id}',
    methods: [gateway.HttpMethod.GET],
    integration: new HttpLambdaIntegration('Read', fn('Read', 'read')),
  });
  new CfnOutput(stack, 'Url', { value: api.apiEndpoint });
  app.synth();
  return outdir;
}
