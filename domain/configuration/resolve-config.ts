import { defaultSettings, type Settings, type SomeSettings } from './configuration.ts';

/**
 * What holds for a user: the user's own settings, then the owner's, then the defaults. Every part of the code that
 * asks for a setting asks here, when it needs it, so that a change of the owner's reaches all users at once.
 */
export function resolveConfig(owner: SomeSettings | undefined, user?: SomeSettings): Settings {
  // Stored settings hold no undefined members, which would hide what they inherit.
  return { ...defaultSettings, ...owner, ...user } as Settings;
}
