import { Problem } from '../errors.ts';
import type { ProviderKey } from '../providers/providers.ts';

/** The problem of a request that needs an account at a provider, for a user that has none. */
export function notConnected(svcUserId: string, provider: ProviderKey): Problem {
  const detail = `The user ${svcUserId} is not connected to ${provider}. Connect it first.`;
  return new Problem('conflict', detail, { errorKey: 'providerNotConnected' });
}
