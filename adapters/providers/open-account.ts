import { createHash } from 'node:crypto';
import { openCredential } from '../../domain/credentials/open-credential.ts';
import type { TokenServices } from '../../domain/credentials/tokens/token-services.ts';
import { addressesOf } from '../../domain/providers/addresses.ts';
import { type ProviderKey, providerOf } from '../../domain/providers/providers.ts';
import type { ProviderLink } from '../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import type { OpenAccount } from './account.ts';
import { adapterOf } from './adapters.ts';
import { type AccountServices, accountTransport } from './transport/account-transport.ts';

type Members = Readonly<Record<string, string>>;

/**
 * Opens the account that a credential of a user is for. Undefined where there is no adapter, or the operator has given the provider no URL.
 *
 * @throws ProviderProblem `refused` if the credential has been deleted, or names an app key that has.
 */
export async function openAccount(
  user: UserSubject,
  { provider, credentialId, renewedTime }: Pick<ProviderLink, 'provider' | 'credentialId' | 'renewedTime'>,
  services: AccountServices & { tokens: TokenServices },
): Promise<OpenAccount | undefined> {
  const { displayName } = providerOf(provider);
  const { tokens, addresses: given } = services;
  const adapter = adapterOf(provider);
  if (!adapter) return undefined;
  const held = await tokens.store.read(user.ownerId, user.svcUserId, provider);
  if (!held || held.credential.id !== credentialId) {
    throw new ProviderProblem('refused', `The ${displayName} credential has been deleted.`);
  }
  const { credential } = held;
  const { members, secrets, missing } = await openCredential(user, credential, tokens);
  if (missing) throw new ProviderProblem('refused', `The app key of the ${displayName} credential no longer exists.`);
  const environment = credential.shown.clientEnvironment === 'STAGE' ? 'STAGE' : 'PRODUCTION';
  const { api, others = [] } = addressesOf(provider, environment, given);
  if (api === undefined) return undefined;
  const { authorize, headers = {}, rates } = adapter;
  const beside = Object.entries(headers).map(([header, member]) => [header, members[member] ?? '']);
  return {
    ...{ user, provider, credentialId, renewedTime, api, others },
    transport: accountTransport(
      {
        ...{ user, provider, credentialId, environment, beside: Object.fromEntries(beside), secrets },
        ...{ client: clientOf(provider, members), authorize: authorize?.(members, tokens.clock), rates },
      },
      services,
    ),
  };
}

/** The application at the provider, whose accounts share a gate. A key that stands for it is a secret, and gates are stored by name. */
function clientOf(provider: ProviderKey, members: Members): string {
  const { grant } = providerOf(provider);
  const client = members[grant?.client?.id ?? 'clientId'];
  return (
    client ??
    createHash('sha256')
      .update(members.apiKey ?? '')
      .digest('base64url')
  );
}
