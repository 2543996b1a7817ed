import { Problem } from '../errors.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { LinkGrant } from './magic-link.ts';

/** Whether a caller may connect a provider; the key of a link allows only the providers of the link. */
export function offersProvider(link: LinkGrant | undefined, provider: ProviderKey): boolean {
  if (!link) return true;
  const { allowedProviders = [], provider: only } = link;
  return only === provider || (allowedProviders as readonly ProviderKey[]).includes(provider);
}

/** @throws Problem 403 `linkDoesNotAllow` for a provider that the link is not for. */
export function refuseOutside(link: LinkGrant | undefined, provider: ProviderKey): void {
  if (offersProvider(link, provider)) return;
  throw new Problem('forbidden', `The link does not offer ${provider}. Request one that does.`, {
    errorKey: 'linkDoesNotAllow',
  });
}

/** @throws Problem 403 `linkDoesNotAllow` for a link without `disconnectEnabled`. */
export function refuseDisconnect(link: LinkGrant | undefined): void {
  if (!link || link.disconnectEnabled) return;
  throw new Problem('forbidden', 'The link does not let growers disconnect accounts (`disconnectEnabled`).', {
    errorKey: 'linkDoesNotAllow',
  });
}
