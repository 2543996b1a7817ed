import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeOwners } from '../../bench/owners.ts';
import { type RunningFurrow, startFurrow } from '../../bench/running-furrow.ts';
import { runFurrow } from '../../bin/commands/run-furrow.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const dataDir = join(temporaryFolder('lost-data'), 'state');
const users = '/services/usermanagement/api/users';
let furrow: RunningFurrow;
afterAll(() => furrow?.kill());

/** The output of a start that is refused. */
async function refusal(): Promise<string> {
  const started = await startFurrow(dataDir).then(
    (running) => running.kill().then(() => 'it started'),
    (error: Error) => error.message,
  );
  return started;
}

const restoreLatest = () => runFurrow(['restore', '--to', 'latest', '--data-dir', dataDir], {});

async function call(method: string, path: string, token: string, body?: object) {
  const response = await fetch(furrow.endpoints.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function signIn(): Promise<number> {
  const response = await fetch(`${furrow.endpoints.baseUrl}/api/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: readFileSync(join(dataDir, 'sign-in.json')),
  });
  return response.status;
}

test('a state with missing data does not start, says what to do, and starts after that', async () => {
  furrow = await startFurrow(dataDir);
  const [owner] = await makeOwners(furrow.endpoints, 1);
  const token = owner?.token ?? '';
  for (let number = 0; number < 22; number += 1) {
    const body = { name: `Grower ${number}`, email: 'grower@example.com' };
    expect((await call('POST', users, token, body)).status).toBe(201);
  }
  await furrow.kill();

  const tables = join(dataDir, 'dynamodb/tables');
  const log = join(tables, readdirSync(tables).find((name) => name.endsWith('.log')) ?? '');
  truncateSync(log, Math.floor(statSync(log).size / 2));
  const halved = await refusal();
  expect(halved).toMatch(/data is missing: the tables in .* lack the last \d+ of \d+ acknowledged changes/);
  expect(halved).toContain('npx furrow restore --to latest');
  expect(halved).not.toMatch(/^ {4}at /m);

  rmSync(join(dataDir, 'kms'), { recursive: true });
  expect(await refusal()).toMatch(/keys\.json lacks 1 of 1 keys/);
  expect(await restoreLatest()).toBe(0);
  furrow = await startFurrow(dataDir);
  expect(await signIn()).toBe(200);
  const { status, body } = await call('GET', `${users}?size=100`, token);
  expect(status).toBe(200);
  expect(body.length).toBeLessThan(22);
  await furrow.kill();

  rmSync(join(tables, 'CURRENT'));
  expect(await refusal()).toContain('cannot be read without the file CURRENT');
  expect(await restoreLatest()).toBe(0);
  writeFileSync(join(dataDir, 'demo.json'), '{"username": garbage');
  const garbage = await refusal();
  expect(garbage).toMatch(/demo\.json is damaged: delete it/);
  expect(garbage).not.toMatch(/^ {4}at /m);
  rmSync(join(dataDir, 'demo.json'));
  furrow = await startFurrow(dataDir);
  expect((await call('GET', `${users}?size=100`, token)).body.length).toBe(body.length);
}, 1_800_000);
