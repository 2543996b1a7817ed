import { portsOf } from '../providers/implemented.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';

/**
 * What a credential's status does not say, where nobody calls its provider: `OK` says only that no problem is known.
 *
 * @example uncalledMessage('JohnDeere') // undefined
 */
export function uncalledMessage(provider: ProviderKey): string | undefined {
  if (portsOf(provider).length > 0) return undefined;
  const { displayName } = providerOf(provider);
  return `This installation does not call ${displayName}: the credential is stored, nobody has checked it, and nothing will arrive with it.`;
}

/** The same of a provider that would be called, had the operator given it a URL. */
export function addressMissing(provider: ProviderKey): string {
  const { displayName } = providerOf(provider);
  return `This installation has no URL of ${displayName}: the credential is stored, nobody has checked it, and nothing will arrive with it until the operator gives one.`;
}
