import type { CommitRecord } from '../idempotency.ts';
import type { SomeSettings } from './configuration.ts';

/** Stores the settings of owners (`svcUserId` absent) and of users. */
export interface ConfigurationStore {
  get(ownerId: string, svcUserId?: string): Promise<SomeSettings | undefined>;
  /** Throws `conflict` if the user has settings already. */
  create(ownerId: string, svcUserId: string, settings: SomeSettings, commit?: CommitRecord): Promise<void>;
  /** Edits the settings, `{}` if there are none; concurrent edits are applied one after the other. */
  change(
    ownerId: string,
    svcUserId: string | undefined,
    edit: (settings: SomeSettings) => SomeSettings,
  ): Promise<SomeSettings>;
  /** False if there were none. */
  remove(ownerId: string, svcUserId: string): Promise<boolean>;
}
