import type { SomeSettings } from './configuration.ts';

/** Applies a change to settings: null removes a setting, an object replaces the former one as a whole. */
export function changedSettings(
  settings: SomeSettings,
  changes: { [Name in keyof SomeSettings]: SomeSettings[Name] | null },
): SomeSettings {
  const merged = Object.entries({ ...settings, ...changes }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(merged) as SomeSettings;
}
