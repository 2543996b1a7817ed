import type { Addresses, ClientEnvironment } from '../../domain/providers/provider.ts';
import { providerOf } from '../../domain/providers/providers.ts';
import type { SandboxesAccess } from '../sandboxes/sandboxes.ts';

type Key = keyof SandboxesAccess;

/**
 * The value of `PROVIDER_ADDRESSES` that directs calls of these providers to the sandboxes: the paths of the URLs in their rows, on the hosts of the sandboxes.
 *
 * @example const { token } = addressesOfSandboxes(sandboxes).JohnDeere.PRODUCTION;
 */
export function addressesOfSandboxes(access: SandboxesAccess): Record<Key, Record<ClientEnvironment, Addresses>> {
  const entries = Object.entries(access).map(([key, { url }]) => {
    const { STAGE, PRODUCTION } = providerOf(key as Key).addresses;
    return [key, { STAGE: addressesAt(url, STAGE), PRODUCTION: addressesAt(url, PRODUCTION) }];
  });
  return Object.fromEntries(entries);
}

function addressesAt(url: string, { others, ...one }: Addresses): Addresses {
  const there = (address: string) => new URL(url).origin + withoutEnd(new URL(address).pathname);
  return {
    ...Object.fromEntries(Object.entries(one).map(([name, address]) => [name, there(address)])),
    ...(others && { others: others.map(there) }),
  };
}

/** The base of an API has no slash at its end; that of a consent page may have one. */
const withoutEnd = (path: string) => (path === '/' ? '' : path);
