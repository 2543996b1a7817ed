import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Endpoints, readEndpoints, removeEndpoints, writeEndpoints } from '../../../local/state/endpoints-file.ts';

let dir: string;
const endpoints: Endpoints = {
  pid: process.pid,
  host: '127.0.0.1',
  baseUrl: 'http://127.0.0.1:3000',
  services: {
    dynamodb: 'http://a',
    s3: 'http://b',
    sqs: 'http://c',
    kms: 'http://d',
    sts: 'http://e',
    athena: 'http://g',
  },
  unserved: 'http://f',
  region: 'us-east-1',
  accountId: '000000000000',
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  variables: { USERS_TABLE: 'users' },
  queues: [],
  functions: [],
  assemblyDir: '/assembly',
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-endpoints-'));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('the file is readable, by this user only, until it is removed', () => {
  expect(readEndpoints(dir)).toBeUndefined();
  writeEndpoints(dir, endpoints);
  expect(readEndpoints(dir)).toEqual(endpoints);
  expect(statSync(join(dir, 'endpoints.json')).mode & 0o777).toBe(0o600);
  removeEndpoints(dir);
  expect(readEndpoints(dir)).toBeUndefined();
});

test('the file of a killed process is ignored', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeEndpoints(dir, { ...endpoints, pid });
  expect(readEndpoints(dir)).toBeUndefined();
});
