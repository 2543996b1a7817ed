import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type StsEngine, startSts } from '../../../local/sts/start-sts.ts';

const clock = movableClock();
let dir: string;
let engine: StsEngine;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-sts-'));
  engine = await startSts({ dir, host: '127.0.0.1', clock });
});
afterEach(async () => {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

const clientOf = (keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) =>
  new STSClient({ endpoint: engine.endpoint, region, credentials: keys, maxAttempts: 1 });

const policy = JSON.stringify({ Version: '2012-10-17', Statement: [{ Sid: '<&>' }] });
async function assume(input = {}) {
  const command = new AssumeRoleCommand({
    RoleArn: 'arn:aws:iam::000000000000:role/path/reader',
    RoleSessionName: 'jane@farm',
    ...input,
  });
  return clientOf(credentials).send(command);
}
async function assumed(input = {}) {
  const {
    AccessKeyId = '',
    SecretAccessKey = '',
    SessionToken = '',
    Expiration,
  } = (await assume(input)).Credentials ?? {};
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken, Expiration };
}

test('the caller of the embedded cloud gets its identity', async () => {
  expect(await clientOf(credentials).send(new GetCallerIdentityCommand({}))).toMatchObject({
    Account: '000000000000',
    Arn: 'arn:aws:iam::000000000000:user/furrow',
  });
});

test('an assumed role has credentials, an identity and its session policy', async () => {
  const keys = await assumed({ Policy: policy, DurationSeconds: 900 });
  expect(keys.accessKeyId).toMatch(/^FURROWSTS[0-9A-Z]{23}$/);
  expect(keys.Expiration?.getTime()).toBeCloseTo(clock.now() + 900_000, -4);
  expect(engine.secretFor(keys.accessKeyId)).toBe(keys.secretAccessKey);
  expect(engine.sessionFor(keys.accessKeyId)).toMatchObject({ policy, sessionName: 'jane@farm' });
  expect(await clientOf(keys).send(new GetCallerIdentityCommand({}))).toMatchObject({
    Arn: 'arn:aws:sts::000000000000:assumed-role/reader/jane@farm',
    UserId: expect.stringMatching(/^AROA[0-9A-F]{16}:jane@farm$/),
  });
});

test('credentials expire by the clock', async () => {
  const keys = await assumed({ DurationSeconds: 900 });
  clock.advance(901_000);
  expect(engine.secretFor(keys.accessKeyId)).toBeUndefined();
  expect(engine.sessionFor(keys.accessKeyId)).toBeUndefined();
  const identity = clientOf(keys).send(new GetCallerIdentityCommand({}));
  await expect(identity).rejects.toMatchObject({ name: 'ExpiredToken' });
});

test('secrets survive a restart, since they are derived', async () => {
  const keys = await assumed();
  await engine.close();
  engine = await startSts({ dir, host: '127.0.0.1', clock });
  expect(engine.secretFor(keys.accessKeyId)).toBe(keys.secretAccessKey);
  expect(statSync(join(dir, 'root.key')).mode & 0o777).toBe(0o600);
});

test('unknown keys and bad parameters are refused', async () => {
  const stranger = clientOf({ accessKeyId: 'AKIASTRANGER', secretAccessKey: 'x' });
  await expect(stranger.send(new GetCallerIdentityCommand({}))).rejects.toThrow('"AKIASTRANGER" is unknown here');
  expect(engine.secretFor('AKIASTRANGER')).toBeUndefined();
  await expect(assume({ RoleArn: 'arn:aws:iam::role/x/reader' })).rejects.toThrow("at 'RoleArn'");
  await expect(assume({ RoleSessionName: 'a b' })).rejects.toThrow("at 'RoleSessionName'");
  await expect(assume({ DurationSeconds: 60 })).rejects.toThrow('900 to 43200');
  await expect(assume({ Policy: '{' })).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException' });
  const unknown = await fetch(`${engine.endpoint}/?Action=GetFederationToken`);
  expect(unknown.status).toBe(400);
  expect(await unknown.text()).toContain('the embedded cloud does not serve sts.GetFederationToken');
});
