import type { SomeSettings } from './configuration.ts';

/** Where settings are kept: of the owner (`svcUserId` absent) and of each user. */
export interface ConfigurationStore {
  get(ownerId: string, svcUserId?: string): Promise<SomeSettings | undefined>;
  /** Throws `conflict` when the user has settings already. */
  create(ownerId: string, svcUserId: string, settings: SomeSettings): Promise<void>;
  /** Edits what is there, or nothing; one edit after the other when several come at once. */
  change(
    ownerId: string,
    svcUserId: string | undefined,
    edit: (settings: SomeSettings) => SomeSettings,
  ): Promise<SomeSettings>;
  /** False when there was nothing. */
  remove(ownerId: string, svcUserId: string): Promise<boolean>;
}
