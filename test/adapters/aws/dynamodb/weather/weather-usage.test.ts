import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { weatherUsage } from '../../../../../adapters/aws/dynamodb/weather/weather-usage.ts';
import { newId } from '../../../../../adapters/system.ts';
import { fieldWeatherFact } from '../../../../../domain/usage/field-weather.ts';
import { weatherTables } from './weather-tables.ts';

const { tables, sent } = await weatherTables('usage', 'users');
const { usage, users } = tables;
const noon = Date.UTC(2026, 10, 24, 12);
const dayMilliseconds = 86_400_000;

async function freshFact(area = 12.5) {
  const [ownerId, svcUserId] = [newId(), newId()];
  const Item = { ...userKey(ownerId, svcUserId), revision: 1 };
  await users.client.send(new PutCommand({ TableName: users.name, Item }));
  const field = { id: newId(), svcUserId, area: { value: area, unit: 'ha' as const } };
  return { fact: fieldWeatherFact(ownerId, field, noon), field, ownerId };
}

async function factsOf(ownerId: string, svcUserId: string) {
  const { Items = [] } = await usage.client.send(
    new QueryCommand({
      TableName: usage.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `${ownerId}#${svcUserId}` },
    }),
  );
  return Items.map(({ fact }) => fact);
}

const commandsOf = async (work: () => Promise<unknown>) => {
  const before = sent.length;
  await work();
  return sent.slice(before).map(({ command }) => command);
};

test('an instance writes a fact once, and sends no further request for it', async () => {
  const { fact } = await freshFact();
  const { note } = weatherUsage(usage, users);
  expect(await commandsOf(() => note(fact))).toEqual(['GetItemCommand', 'TransactWriteItemsCommand']);
  expect(await commandsOf(() => note(fact))).toEqual([]);
  expect(await factsOf(fact.ownerId, fact.svcUserId)).toEqual([fact]);
});

test('another instance reads the fact and writes nothing', async () => {
  const { fact } = await freshFact();
  await weatherUsage(usage, users).note(fact);
  const { note } = weatherUsage(usage, users);
  expect(await commandsOf(() => note(fact))).toEqual(['GetItemCommand']);
  expect(await commandsOf(() => note(fact))).toEqual([]);
});

test('concurrent instances count a field once, with its first area', async () => {
  const { fact } = await freshFact();
  const instances = Array.from({ length: 8 }, () => weatherUsage(usage, users));
  await Promise.all(instances.map(({ note }) => note(fact)));
  await weatherUsage(usage, users).note({ ...fact, areaHectares: 99 });
  expect(await factsOf(fact.ownerId, fact.svcUserId)).toEqual([fact]);
});

test('the next day is another fact', async () => {
  const { fact, field, ownerId } = await freshFact();
  const { note } = weatherUsage(usage, users);
  await note(fact);
  await note(fieldWeatherFact(ownerId, field, noon + dayMilliseconds));
  const facts = await factsOf(ownerId, fact.svcUserId);
  expect(facts.map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-25']);
});

test('nothing is written for a deleted user', async () => {
  const { fact } = await freshFact();
  const ofNobody = { ...fact, svcUserId: newId() };
  await weatherUsage(usage, users).note(ofNobody);
  expect(await factsOf(ofNobody.ownerId, ofNobody.svcUserId)).toEqual([]);
});
