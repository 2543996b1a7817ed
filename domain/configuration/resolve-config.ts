import { defaultSettings, type Settings, type SomeSettings } from './configuration.ts';

/**
 * The settings in effect for a user: the user's own, then the owner's, then the defaults. Resolved at each use, so that
 * a change by the owner applies to all users at once.
 */
export function resolveConfig(owner: SomeSettings | undefined, user?: SomeSettings): Settings {
  // Stored settings have no undefined members, which would hide inherited values.
  return { ...defaultSettings, ...owner, ...user } as Settings;
}
