import { expect, test } from 'vitest';
import { readFieldOperations, readOperationEvent } from '../../../web/console/reading/read-operations.ts';
import type { SeasonField } from '../../../web/console/season/season.ts';
import type { ConsoleApi } from '../../../web/console/session/console-api.ts';

const harvest = { type: 'harvested', startTime: '2024-08-01T12:00:00.000Z' };
const listed = [
  { ...harvest, id: 'a', providers: ['JohnDeere'] },
  { ...harvest, id: 'b', providers: ['Svc'] },
  { ...harvest, id: 'c', providers: ['Svc'], startTime: '2024-08-02T12:00:00.000Z' },
];
const answers: Record<string, unknown> = { summary: { properties: { crop: ['wheat'] } }, pointLayers: [] };
const api = {
  get: async (path: string) => answers[path.slice(path.lastIndexOf('/') + 1)] ?? listed,
} as unknown as ConsoleApi;

test('work that two sources have is named by its source, and other work is not', async () => {
  const field = { id: 'f', svcUserId: 'u' } as SeasonField;
  const operations = await readFieldOperations(api, field);
  const events = await Promise.all(operations.map((operation) => readOperationEvent(api, operation)));
  expect(events.map(({ title }) => title)).toEqual([
    'Harvest, wheat (JohnDeere)',
    'Harvest, wheat (upload)',
    'Harvest, wheat',
  ]);
});
