import type { Accepting, Provider } from './provider.ts';
import { farmSoftware } from './rows/farm-software.ts';
import { guidanceMakers } from './rows/guidance-makers.ts';
import { irrigationMakers } from './rows/irrigation-makers.ts';
import { machineMakers } from './rows/machine-makers.ts';

/**
 * The providers, one row each. Endpoints, schemas, documentation and tests are made from this table; no other code
 * lists providers.
 */
export const providers = [...machineMakers, ...guidanceMakers, ...farmSoftware, ...irrigationMakers] as const;

export type ProviderKey = (typeof providers)[number]['key'];
export type UserProperty = (typeof providers)[number]['userProperty'];

/** The provider of records that the service itself made. */
export const ownProvider = { key: 'Svc', id: 1 } as const;

const byKey = new Map<string, (typeof providers)[number]>(providers.map((row) => [row.key, row]));

/**
 * The row of a provider; undefined for an unknown key.
 *
 * @example findProvider('JohnDeere')?.displayName // 'John Deere'
 */
export function findProvider(key: string): Provider<ProviderKey> | undefined {
  return byKey.get(key);
}

/**
 * The row of a known provider.
 *
 * @example providerOf('JohnDeere').displayName // 'John Deere'
 */
export function providerOf(key: ProviderKey): Provider<ProviderKey> & { userProperty: UserProperty } {
  const row = byKey.get(key);
  if (!row) throw new Error(`there is no provider ${key}`);
  return row;
}

/**
 * The keys of the providers that a part of the API accepts, in the order of the table.
 *
 * @example providersOf('organizations') // ['JohnDeere', 'Trimble']
 */
export function providersOf(part: Accepting): ProviderKey[] {
  return providers.filter(({ accepts }) => accepts.includes(part)).map(({ key }) => key);
}
