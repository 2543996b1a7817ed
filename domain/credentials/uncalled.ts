import { addressesOf, type GivenAddresses } from '../providers/addresses.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';

/**
 * What a credential's status does not say, where this installation does not call its provider: `OK` says only that no problem is known. Undefined for one that is called.
 *
 * @param credential its provider, and its members as they are shown, which name the provider's environment.
 * @param given the URLs that the operator has configured.
 * @example uncalledMessage({ provider: 'JohnDeere', shown: {} }, {}) // undefined
 */
export function uncalledMessage(
  { provider, shown }: { provider: ProviderKey; shown: Readonly<Record<string, string>> },
  given: GivenAddresses,
): string | undefined {
  const { displayName, ports } = providerOf(provider);
  if (ports.length === 0) {
    return `This installation does not call ${displayName}: the credential is stored, nobody has checked it, and nothing will arrive with it.`;
  }
  const environment = shown.clientEnvironment === 'STAGE' ? 'STAGE' : 'PRODUCTION';
  if (addressesOf(provider, environment, given).api !== undefined) return undefined;
  return `This installation has no URL of ${displayName}: the credential is stored, nobody has checked it, and nothing will arrive with it until the operator gives one.`;
}
