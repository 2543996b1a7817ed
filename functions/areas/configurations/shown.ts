import type { Owner } from '../../../domain/access/owner.ts';
import type { SomeSettings } from '../../../domain/configuration/configuration.ts';

/** Settings as they are answered. */
export function shown(owner: Owner, svcUserId: string, settings: SomeSettings) {
  return { apiOwnerUsername: owner.username, svcUserId, ...settings };
}
