import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { RequestContext } from '../../http/exchange.ts';

export const oneClickBase = '/services/usermanagement/api';

/** Below this path browsers are sent back, and send what proves them. */
export function oneClickPath(provider: ProviderKey): string {
  return `${oneClickBase}/users/one-click-integration/${provider}`;
}

/** Where an owner registers that a provider sends browsers back: without the stage, whichever base was called. */
export function redirectUri({ base }: Pick<RequestContext, 'base'>, provider: ProviderKey): string {
  return `${new URL(base).origin}${oneClickPath(provider)}/callback`;
}

/** Where a grower's browser is sent to consent. */
export function signInUrl({ base }: Pick<RequestContext, 'base'>, provider: ProviderKey, ticket: string): string {
  return `${new URL(base).origin}${oneClickPath(provider)}/start/${ticket}`;
}
