import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { inject } from 'vitest';
import { documentClient, type Table } from '../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import type { Clock } from '../../domain/clock.ts';
import { tableVariable } from '../../functions/manifest/table.ts';
import type { TableName } from '../../functions/manifests.ts';
import type { SharedCloud } from '../embedded-cloud.ts';

/** The cloud of this Vitest process, or of a script that uses the tests' helpers and has started one itself. */
const shared: SharedCloud | { problem: string } = process.env.FURROW_SHARED_CLOUD
  ? JSON.parse(process.env.FURROW_SHARED_CLOUD)
  : await (await fetch(`${inject('embeddedClouds')}/${process.pid}`)).json();
if ('problem' in shared) throw new Error(shared.problem);

/** The embedded cloud under test. */
export const cloud = shared;

const { region, credentials, services, variables, queues } = cloud.endpoints;
const client = <C>(make: new (options: object) => C, endpoint: string) => new make({ region, credentials, endpoint });

const database = documentClient(client(DynamoDBClient, services.dynamodb));
export const kms = client(KMSClient, services.kms);
export const sqs = client(SQSClient, services.sqs);

/** A value that the template gives to functions, such as `USERS_TABLE`. */
export function variable(name: string): string {
  const value = variables[name];
  if (value === undefined) throw new Error(`no function of the template has the variable ${name}`);
  return value;
}

/** One of the cloud's tables, behind the API's back. */
export function table(name: TableName): Table {
  return { client: database, name: variable(tableVariable(name)) };
}

/** The bucket of files, behind the API's back. */
export const bucket = { client: client(S3Client, services.s3), name: variable('FILES_BUCKET') };
export const files = objectStore(bucket.name, bucket.client);

/** The URL of a queue, by what follows `furrow-dev-` in its name. */
export function queueUrl(name: string): string {
  const queue = queues.find((known) => known.name.endsWith(`-${name}`));
  if (!queue) throw new Error(`there is no queue ${name}; there are ${queues.map((known) => known.name).join(', ')}`);
  return queue.url;
}

/** Sends a command to the control port; see `local/control/routes.ts`. */
export async function control<T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await fetch(`${cloud.controlUrl}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const started = await control<{ offsetMilliseconds: number }>('GET', '/clock');
let ahead = started.offsetMilliseconds;

/** The cloud's clock, which tests move. */
export const cloudClock: Clock = { now: () => Date.now() + ahead };

/** Moves the cloud's clock ahead. It never goes back, so later tests run at a later time. */
export async function advance({ days = 0, minutes = 0, seconds = 0 }): Promise<void> {
  const milliseconds = ((days * 24 * 60 + minutes) * 60 + seconds) * 1000;
  ahead = (await control<{ offsetMilliseconds: number }>('POST', '/clock/advance', { milliseconds }))
    .offsetMilliseconds;
}

/** Waits until buckets, queues, streams and functions have nothing to do, on a busy machine for minutes. */
export function idle(): Promise<{ waitingForClock: { inFlight: number; delayed: number } }> {
  return control('POST', '/idle', { timeoutMilliseconds: 150_000 });
}

/** Runs the sweep now, whatever else is running. */
export function sweepMeanwhile(): Promise<unknown> {
  return control('POST', '/schedules/SweepSchedule/fire');
}

/** Runs the sweep when all else has ended: moving the clock starts a scheduled sweep, and two in parallel may send for the same work twice. */
export async function sweep(): Promise<void> {
  await idle();
  await sweepMeanwhile();
}

/** Waits until the tables of the lake show what has changed, which is gathered for some seconds. */
export async function tablesWritten(): Promise<void> {
  await idle();
  await advance({ seconds: 31 });
  await idle();
}
