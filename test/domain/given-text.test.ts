import { expect, test } from 'vitest';
import type * as z from 'zod';
import { newWebhookSchema } from '../../domain/alerts/webhook.ts';
import { newMachineSchema } from '../../domain/assets/machine.ts';
import { givenFarmSchema } from '../../domain/farms/farm.ts';
import { newFieldSchema } from '../../domain/fields/field-body.ts';
import { givenGrowerSchema } from '../../domain/growers/grower.ts';
import { newSeasonSchema } from '../../domain/seasons/season.ts';
import { newServiceUserSchema } from '../../domain/users/service-user.ts';
import { newZoneSchema } from '../../domain/zones/zone.ts';

const bodies: Record<string, z.ZodType> = {
  user: newServiceUserSchema,
  grower: givenGrowerSchema,
  farm: givenFarmSchema,
  field: newFieldSchema,
  season: newSeasonSchema,
  zone: newZoneSchema,
  machine: newMachineSchema,
  webhook: newWebhookSchema,
};

test.each(Object.entries(bodies))('the name of a %s has no control characters', (_, schema) => {
  const messages = (name: string) => {
    const issues = schema.safeParse({ name }).error?.issues ?? [];
    return issues.filter(({ path }) => path[0] === 'name').map(({ message }) => message);
  };
  expect(messages('Home\u0000quarter')).toEqual(['name must not contain control characters such as U+0000']);
  expect(messages('Home\u0007')).toEqual(['name must not contain control characters such as U+0000']);
  expect(messages('Äcker 北')).toEqual([]);
});
