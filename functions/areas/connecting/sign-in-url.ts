import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { RequestContext } from '../../http/exchange.ts';

export const oneClickBase = '/services/usermanagement/api';

/** The path below which browsers are sent back and send their proof cookies. */
export function oneClickPath(provider: ProviderKey): string {
  return `${oneClickBase}/users/one-click-integration/${provider}`;
}

/** The redirect URL that an owner registers at a provider: without the stage, whichever base was called. */
export function redirectUri({ base }: Pick<RequestContext, 'base'>, provider: ProviderKey): string {
  return `${new URL(base).origin}${oneClickPath(provider)}/callback`;
}

/** The URL that opens a consent in a grower's browser. */
export function signInUrl({ base }: Pick<RequestContext, 'base'>, provider: ProviderKey, ticket: string): string {
  return `${new URL(base).origin}${oneClickPath(provider)}/start/${ticket}`;
}
