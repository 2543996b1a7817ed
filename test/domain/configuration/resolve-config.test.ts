import { expect, test } from 'vitest';
import { changedSettings, defaultSettings } from '../../../domain/configuration/configuration.ts';
import { resolveConfig } from '../../../domain/configuration/resolve-config.ts';

test('a setting without a value has its default', () => {
  expect(resolveConfig(undefined)).toEqual(defaultSettings);
  expect(resolveConfig({}, {})).toEqual(defaultSettings);
});

test('the user overrides the owner, and the owner the default, setting by setting', () => {
  const resolved = resolveConfig(
    { fieldsAutoMerge: true, fieldsMergeIntersection: 5 },
    { fieldsMergeIntersection: 0, unitMeasurement: 'METRIC' },
  );
  expect(resolved).toEqual({
    ...defaultSettings,
    fieldsAutoMerge: true,
    fieldsMergeIntersection: 0,
    unitMeasurement: 'METRIC',
  });
});

test('a setting that is an object is replaced as a whole', () => {
  const rules = { area: [{ operator: 'GT' as const, value: 1 }] };
  expect(resolveConfig({ cleanupRules: rules }).cleanupRules).toEqual(rules);
  expect(resolveConfig({ cleanupRules: rules }, { cleanupRules: {} }).cleanupRules).toEqual({});
});

test('a change adds, replaces and removes, and leaves the rest', () => {
  const before = { fieldsAutoMerge: true, fieldsMergeIntersection: 5, customDataSync: false };
  const changes = { fieldsMergeIntersection: 7, customDataSync: null, zonesAutoSync: true };
  expect(changedSettings(before, changes)).toEqual({
    fieldsAutoMerge: true,
    fieldsMergeIntersection: 7,
    zonesAutoSync: true,
  });
  expect(before).toEqual({ fieldsAutoMerge: true, fieldsMergeIntersection: 5, customDataSync: false });
});
