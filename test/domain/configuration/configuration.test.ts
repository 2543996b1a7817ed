import { describe, expect, test } from 'vitest';
import {
  changedSettingsSchema,
  completeSettingsSchema,
  defaultSettings,
  type SomeSettings,
  someSettingsSchema,
} from '../../../domain/configuration/configuration.ts';

const names = Object.keys(completeSettingsSchema.shape);

test('every setting has a default that is valid', () => {
  expect(Object.keys(defaultSettings).sort()).toEqual([...names].sort());
  expect(completeSettingsSchema.parse(defaultSettings)).toEqual(defaultSettings);
});

test.each(Object.entries(completeSettingsSchema.shape))(
  '%s is described, with the time from which a change applies',
  (_, schema) => {
    expect(schema.description).toMatch(
      /from the next sync on|when it is processed again|when one of them changes|to all reports at once/,
    );
  },
);

describe.each(['fieldsAttachIntersection', 'fieldsMergeIntersection'] as const)('%s', (name) => {
  test.each([0, 0.01, 0.5, 100])('is a percentage: accepts %d', (value) => {
    expect(someSettingsSchema.parse({ [name]: value })).toEqual({ [name]: value });
  });

  test.each([-0.01, 100.01, '0.5', Number.NaN])('refuses %s', (value) => {
    expect(someSettingsSchema.safeParse({ [name]: value }).success).toBe(false);
  });

  test('is a hundredth of a percent by default', () => {
    expect(defaultSettings[name]).toBe(0.01);
  });
});

test.each([
  { operationsMergeRange: 1.5 },
  { operationsMergeRange: -1 },
  { operationsOutliersLimit: 0 },
  { operationsProcessingRange: 241 },
  { organizationDataSync: 'all' },
  { unitMeasurement: 'SI' },
  { standardGeoJson: { planted: { crop: true } } },
  { standardGeoJson: { applied: {} } },
  { operationsImageAttributeCreation: { harvested: { downForce: true } } },
  { operationsImageAttributeCreation: { planted: { downForce: 'yes' } } },
  { geoimagesShape: 'ROUND' },
  { cropOptional: true },
])('refuses %j', (settings) => {
  expect(someSettingsSchema.safeParse(settings).success).toBe(false);
  expect(changedSettingsSchema.safeParse(settings).success).toBe(false);
});

test('a user may reset any setting with null, the owner none', () => {
  for (const name of names) {
    expect(changedSettingsSchema.safeParse({ [name]: null }).success).toBe(true);
    expect(someSettingsSchema.safeParse({ [name]: null } as SomeSettings).success).toBe(false);
  }
});
