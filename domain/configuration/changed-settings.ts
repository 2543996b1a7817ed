import type { SomeSettings } from './configuration.ts';

/** Settings after a change: null takes one away, an object replaces the one that was there whole. */
export function changedSettings(
  settings: SomeSettings,
  changes: { [Name in keyof SomeSettings]: SomeSettings[Name] | null },
): SomeSettings {
  const merged = Object.entries({ ...settings, ...changes }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(merged) as SomeSettings;
}
