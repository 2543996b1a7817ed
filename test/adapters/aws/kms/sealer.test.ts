import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kmsSealer } from '../../../../adapters/aws/kms/sealer.ts';
import type { Sealer } from '../../../../domain/secrets.ts';
import { movableClock } from '../../../../local/clock.ts';
import { credentials, region } from '../../../../local/credentials.ts';
import { type KmsEngine, startKms } from '../../../../local/kms/start-kms.ts';

const clock = movableClock();
const dir = mkdtempSync(join(tmpdir(), 'furrow-sealer-'));
const scope = { ownerId: 'owner-1', svcUserId: 'user-1', provider: 'JohnDeere', member: 'clientSecret' };
let engine: KmsEngine;
let client: KMSClient;
let calls = 0;
let sealer: Sealer;

beforeAll(async () => {
  engine = await startKms({ dir, host: '127.0.0.1', clock });
  const { keyId } = await engine.ensureKey({});
  client = new KMSClient({ endpoint: engine.endpoint, region, credentials });
  const count = () => {
    calls += 1;
  };
  client.middlewareStack.add((next) => (args) => next(args).finally(count), { step: 'initialize' });
  sealer = kmsSealer(keyId, clock, client);
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

test('a sealed text opens, and looks different every time', async () => {
  const [first, second] = [await sealer.seal(scope, 'geheim ü'), await sealer.seal(scope, 'geheim ü')];
  expect(first).not.toBe(second);
  expect(first).not.toContain('geheim');
  expect([await sealer.open(scope, first), await sealer.open(scope, second)]).toEqual(['geheim ü', 'geheim ü']);
});

test.each(Object.keys(scope))('a text moved to another %s does not open', async (member) => {
  const sealed = await sealer.seal(scope, 'secret');
  await expect(sealer.open({ ...scope, [member]: 'another' }, sealed)).rejects.toThrow();
});

test.each([0, 1, 2, 3, 4])('a text with its part %i changed does not open', async (at) => {
  const parts = (await sealer.seal(scope, 'secret')).split('.');
  const part = parts[at] ?? '';
  parts[at] = (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
  await expect(sealer.open(scope, parts.join('.'))).rejects.toThrow();
});

test('KMS is called once for an owner in five minutes', async () => {
  const other = { ...scope, ownerId: 'owner-2' };
  const before = calls;
  await Promise.all(Array.from({ length: 50 }, () => sealer.seal(other, 'secret')));
  for (let count = 0; count < 5; count += 1) await sealer.seal(other, 'secret');
  expect(calls - before).toBe(1);
  clock.advance(5 * 60_000 + 1);
  await sealer.seal(other, 'secret');
  expect(calls - before).toBe(2);
});
