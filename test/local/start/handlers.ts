import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';

// The functions of the tiny app know as little of where they run as all others.
const database = new DynamoDBClient({});
const files = new S3Client({});
const queues = new SQSClient({});
const TableName = process.env.NOTES_TABLE;

/** GET /notes/{id}: the note written by `take`, and the current time. */
export async function read(event: APIGatewayProxyEventV2) {
  const id = event.pathParameters?.id ?? '';
  if (id === 'crash') process.exit(1);
  const { Item } = await database.send(new GetItemCommand({ TableName, Key: { pk: { S: id } } }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify({ text: Item?.text?.S, now: Date.now() }) };
}

/** Handles an arrived file, whose text becomes a note. */
export async function take(event: SQSEvent) {
  for (const { body } of event.Records) {
    const { Records = [] } = JSON.parse(body) as {
      Records?: { s3: { bucket: { name: string }; object: { key: string } } }[];
    };
    for (const { s3 } of Records) {
      const Key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
      const { Body } = await files.send(new GetObjectCommand({ Bucket: s3.bucket.name, Key }));
      const text = (await Body?.transformToString()) ?? '';
      if (text === 'poison') throw new Error('cannot take poison');
      await database.send(new PutItemCommand({ TableName, Item: { pk: { S: Key }, text: { S: text } } }));
    }
  }
  return { batchItemFailures: [] };
}

/** Handles a written note by sending a message to the outbox. */
export async function relay(event: DynamoDBStreamEvent) {
  for (const { dynamodb } of event.Records) {
    const MessageBody = dynamodb?.NewImage?.pk?.S ?? '';
    await queues.send(new SendMessageCommand({ QueueUrl: process.env.OUTBOX_QUEUE_URL, MessageBody }));
  }
}

/** Runs on the schedule. */
export async function sweep(event: { time?: string }) {
  const Item = { pk: { S: 'swept' }, text: { S: event.time ?? '' } };
  await database.send(new PutItemCommand({ TableName, Item }));
}
