import type { ProviderKey } from '../providers/providers.ts';

/** Changes the rounds over one provider of a user. Each is false if there is nothing to change. */
export interface SyncControl {
  /** Has no round begin. False if the user is not connected to the provider. */
  pause(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<boolean>;
  /** Has rounds begin again, with one at once. False if the user is not connected to the provider. */
  resume(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<boolean>;
  /** Has the next round take for gone what the last one found. False if nothing waits. @param always has a round begin even if no fields, farms or growers wait. */
  confirm(ownerId: string, svcUserId: string, provider: ProviderKey, always: boolean): Promise<boolean>;
}
