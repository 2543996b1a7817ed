import type { Settings } from '../../../../domain/configuration/configuration.ts';
import { resolveConfig } from '../../../../domain/configuration/resolve-config.ts';
import type { Table } from '../table.ts';
import { configurationStore } from './configuration-store.ts';

/**
 * The settings in effect for users, for workers.
 *
 * @example const settings = userSettings(table(names.CONFIGURATIONS_TABLE), users);
 */
export function userSettings(
  configurations: Table,
  users: Table,
): (ownerId: string, svcUserId: string) => Promise<Settings> {
  const store = configurationStore(configurations, users);
  return async (ownerId, svcUserId) => {
    const [owner, user] = await Promise.all([store.get(ownerId), store.get(ownerId, svcUserId)]);
    return resolveConfig(owner, user);
  };
}
