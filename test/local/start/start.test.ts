import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedCloud, startEmbeddedCloud } from '../../../local/start.ts';
import { readEndpoints } from '../../../local/state/endpoints-file.ts';
import { tinyAssembly } from './tiny-assembly.ts';

const dir = mkdtempSync(join(tmpdir(), 'furrow-cloud-'));
const dataDir = join(dir, 'state');
const lines: string[] = [];
let assemblyDir: string;
let cloud: EmbeddedCloud;

beforeAll(async () => {
  assemblyDir = await tinyAssembly(dir);
  cloud = await start();
});

afterAll(async () => {
  await cloud.close();
  rmSync(dir, { recursive: true, force: true });
});

function start(port = 0): Promise<EmbeddedCloud> {
  const log = (line: string) => void lines.push(line);
  return startEmbeddedCloud({ dataDir, port, host: '127.0.0.1', testMode: true, projectDir: dir, assemblyDir, log });
}

async function control(method: string, path: string, body?: object) {
  const response = await fetch(`${cloud.endpoints.control}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

async function upload(key: string, text: string): Promise<void> {
  const { region, credentials, services } = cloud.endpoints;
  const client = new S3Client({ region, credentials, endpoint: services.s3 });
  await client.send(new PutObjectCommand({ Bucket: 'tiny-inbox', Key: key, Body: text }));
}

async function note(id: string) {
  const response = await fetch(`${cloud.baseUrl}/notes/${encodeURIComponent(id)}`);
  return { status: response.status, ...((await response.json()) as { text?: string; now?: number }) };
}

test('the start reports the barriers around foreign files that this system lacks, and nothing where it lacks none', async () => {
  const said = (all: string[]) => all.filter((line) => line.includes('A process that reads foreign files has no'));
  expect(said(lines)).toHaveLength(process.platform === 'linux' ? 0 : 1);
  const { arch } = process;
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }));
  Object.defineProperty(process, 'arch', { value: 'a machine without barriers' });
  const heard: string[] = [];
  const other = await startEmbeddedCloud({
    ...{ dataDir: join(dir, 'other'), port: 0, host: '127.0.0.1', projectDir: dir, assemblyDir },
    log: (line) => void heard.push(line),
  });
  await other.close();
  expect(said(heard)).toEqual([expect.stringMatching(/Landlock.*seccomp.*parent/)]);
});

test('a file passes bucket, queue, function, table, stream, function and queue', async () => {
  await upload('incoming/first note', 'rain');
  expect(await control('POST', '/idle')).toEqual({
    status: 200,
    answer: { waitingForClock: { inFlight: 0, delayed: 0 } },
  });
  expect(await note('incoming/first note')).toMatchObject({ status: 200, text: 'rain' });
  const { region, credentials, services, queues } = cloud.endpoints;
  const client = new SQSClient({ region, credentials, endpoint: services.sqs });
  const QueueUrl = queues.find(({ name }) => name === 'tiny-outbox')?.url;
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl }));
  expect(Messages.map(({ Body }) => Body)).toEqual(['incoming/first note']);
});

test('the sandboxes of providers are listed, and give tokens to whom they list', async () => {
  const { sandboxes } = readEndpoints(dataDir) ?? {};
  const paths = {
    ...{ JohnDeere: '/oauth2/aus78tnlaysMraFhC1t7/v1/token', ClimateFieldView: '/api/oauth/token' },
    Trimble: '/oauth/token',
  };
  for (const key of ['JohnDeere', 'ClimateFieldView', 'Trimble'] as const) {
    const { url = '', clientId = '', clientSecret = '', refreshToken = '' } = sandboxes?.[key] ?? {};
    const client = { client_id: clientId, client_secret: clientSecret };
    const form = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
    const response = await fetch(`${url}${paths[key]}`, { method: 'POST', body: new URLSearchParams(form) });
    expect(await response.json()).toMatchObject({ access_token: expect.any(String) });
  }
});

test('a poisoned file becomes a dead letter once the clock has passed the visibility timeouts', async () => {
  await upload('incoming/poison', 'poison');
  const waiting = await control('POST', '/idle');
  expect(waiting.answer).toEqual({ waitingForClock: { inFlight: 1, delayed: 0 } });
  for (let i = 0; i < 2; i += 1) {
    await control('POST', '/clock/advance', { milliseconds: 60_000 });
    await control('POST', '/idle');
  }
  const { answer } = await control('GET', '/queues');
  expect(answer.queues).toMatchObject({ 'tiny-arrivals-dead': { visible: 1, inFlight: 0, delayed: 0 } });
});

test('the clock drives functions and schedules', async () => {
  await note('nothing');
  const { answer } = await control('POST', '/clock/advance', { milliseconds: 3_600_000 });
  const { now = 0 } = await note('nothing');
  expect(Math.abs(now - Number(answer.now))).toBeLessThan(5_000);
  await control('POST', '/idle');
  expect((await note('swept')).status).toBe(200);
});

test('a schedule can be fired and a function killed without ending the server', async () => {
  expect((await control('POST', '/schedules/sweep/fire')).status).toBe(200);
  expect(await control('POST', '/schedules/unknown/fire')).toMatchObject({
    status: 404,
    answer: { message: 'there is no schedule unknown; there are tiny-sweep' },
  });
  expect(await control('POST', '/functions/read/kill')).toEqual({ status: 200, answer: { killed: true } });
  expect((await fetch(`${cloud.baseUrl}/notes/crash`)).status).toBe(500);
  expect((await note('swept')).status).toBe(200);
});

test('only programs of this user can read the endpoints', () => {
  const { credentials: _, ...endpoints } = cloud.endpoints;
  expect(readEndpoints(dataDir)).toMatchObject(endpoints);
  expect(statSync(join(dataDir, 'endpoints.json')).mode & 0o777).toBe(0o600);
  expect(cloud.endpoints.variables).toMatchObject({ NOTES_TABLE: expect.stringContaining('Notes') });
});

test('a second instance on the same state gives the reason why it does not start', async () => {
  await expect(start()).rejects.toThrow(/is (in use|used|running)/);
});

test('a port in use is named', async () => {
  const port = Number(new URL(cloud.baseUrl).port);
  const other = startEmbeddedCloud({
    dataDir: join(dir, 'other'),
    port,
    host: '127.0.0.1',
    projectDir: dir,
    assemblyDir,
    log: () => {},
  });
  await expect(other).rejects.toThrow(`port ${port} on 127.0.0.1 is taken`);
});

test('a restart keeps the state, and a closed cloud leaves no endpoints behind', async () => {
  const before = performance.now();
  await cloud.close();
  // A second of grace, where a poll for messages would take twenty.
  expect(performance.now() - before).toBeLessThan(10_000);
  expect(existsSync(join(dataDir, 'endpoints.json'))).toBe(false);
  cloud = await start();
  expect(await note('incoming/first note')).toMatchObject({ status: 200, text: 'rain' });
});

test('messages that had failed when the cloud ended are retried after their timeout, as without a restart', async () => {
  const failures = () => lines.filter((line) => line.includes('cannot take poison')).length;
  const before = failures();
  await upload('incoming/poison again', 'poison');
  await control('POST', '/idle');
  expect(failures()).toBeGreaterThan(before);
  const failedOnce = failures();
  await cloud.close();
  cloud = await start();
  await control('POST', '/clock/advance', { milliseconds: 60 * 60_000 });
  await control('POST', '/idle');
  expect(failures()).toBeGreaterThan(failedOnce);
});
