import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { askedWorkStore } from '../../../../../adapters/aws/dynamodb/machine-files/asked-work-store.ts';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { failedWork } from '../../../../../domain/machine-files/drawing.ts';
import type { AskedOutput, OutputStore } from '../../../../../domain/machine-files/output-on-demand.ts';
import { machineProblem } from '../../../../../domain/machine-files/problem.ts';
import { fieldsUnderTest } from '../fields/tables-under-test.ts';

const { operations, users } = (await fieldsUnderTest()).tables;
const outputs: OutputStore = askedWorkStore<AskedOutput, Parameters<OutputStore['end']>[2]>(
  { operations, users },
  'output#rawGeojson',
);
const subject = { ownerId: 'o', svcUserId: 'u', id: 'f' };
const endedTime = '2026-01-01T00:00:00.000Z';

test('work that failed is started again by the first request after some minutes, and work for another version at once', async () => {
  await users.client.send(new PutCommand({ TableName: users.name, Item: { ...userKey('o', 'u'), revision: 1 } }));
  const ask = (now: number, version = 'first') => outputs.ask(subject, version, { now, askAgainAt: now + 300_000 });
  expect([await ask(0), await ask(1)]).toEqual([true, false]);
  const problem = machineProblem('combiningBroke', 'a.csv');
  await outputs.end(subject, 'first', { endedTime, ...failedWork(problem, 2) });
  expect(await outputs.get('o', 'f')).toMatchObject({ problem: { code: 'combiningBroke' }, askAgainAt: 300_002 });
  expect([await ask(300_001), await ask(300_002), await ask(300_003)]).toEqual([false, true, false]);
  expect((await outputs.get('o', 'f'))?.problem).toBeUndefined();
  expect(await outputs.attempts(subject, 'first').begin('m#1')).toEqual(['m#1']);
  expect([...(await outputs.attempts(subject, 'first').begin('m#2'))].sort()).toEqual(['m#1', 'm#2']);
  expect(await ask(300_004, 'second')).toBe(true);
});

test('work that ended well is not started again', async () => {
  const drawings = askedWorkStore<object, { endedTime: string; images: [] }>({ operations, users }, 'images');
  expect(await drawings.ask(subject, 'first', { now: 0, askAgainAt: 1 })).toBe(true);
  await drawings.end(subject, 'first', { endedTime, images: [] });
  expect(await drawings.ask(subject, 'first', { now: 1_000_000, askAgainAt: 1_000_001 })).toBe(false);
});
