import { createHash } from 'node:crypto';
import { openCredential } from '../../domain/credentials/open-credential.ts';
import type { TokenServices } from '../../domain/credentials/tokens/token-services.ts';
import { addressesOf } from '../../domain/providers/addresses.ts';
import { type ProviderKey, providerOf } from '../../domain/providers/providers.ts';
import type { ProviderLink } from '../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { slingshotSignature } from './slingshot/signature.ts';
import { type AccountServices, type AccountTransport, accountTransport } from './transport/account-transport.ts';
import type { Authorize } from './transport/transport.ts';

/** An account whose calls carry the token, or the signature, of its credential. */
export interface OpenAccount {
  user: UserSubject;
  provider: ProviderKey;
  credentialId: string;
  renewedTime?: string | undefined;
  transport: AccountTransport;
  /** The base URL of the provider's data, without a trailing slash. */
  api: string;
  /** Base URLs of further parts of its API. */
  others: readonly string[];
}

/** Members of credentials that each call carries as a header. */
const headersOfMembers: Partial<Record<ProviderKey, Readonly<Record<string, string>>>> = {
  ClimateFieldView: { 'x-api-key': 'apiKey' },
};

type Members = Readonly<Record<string, string>>;

/** Authorization by the members of a credential, at providers without access tokens. */
const signatures: Partial<Record<ProviderKey, (members: Members, clock: { now(): number }) => Authorize>> = {
  RavenSlingshot: slingshotSignature,
};

/**
 * Opens the account that a credential of a user is for. Undefined where the operator has given the provider no address.
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
  const beside = Object.entries(headersOfMembers[provider] ?? {}).map(([header, member]) => [
    header,
    members[member] ?? '',
  ]);
  return {
    ...{ user, provider, credentialId, renewedTime, api, others },
    transport: accountTransport(
      {
        ...{ user, provider, credentialId, environment, beside: Object.fromEntries(beside), secrets },
        ...{ client: clientOf(provider, members), authorize: signatures[provider]?.(members, tokens.clock) },
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

/** A link, as far as its account is opened by it. */
type OpenedLink = Pick<ProviderLink, 'provider' | 'credentialId' | 'renewedTime' | 'address'>;

/**
 * Opens the account of a link and makes what an adapter of its provider offers. Undefined for a provider without an adapter, for the scripted one, and where the operator
 * has given the provider no address.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 * @example const assets = await openAdapter(adapters, user, link, services, (adapter, account) => adapter(account));
 */
export async function openAdapter<Adapter, Made>(
  adapters: Readonly<Partial<Record<ProviderKey, Adapter>>>,
  user: UserSubject,
  link: OpenedLink,
  services: AccountServices,
  make: (adapter: Adapter, account: OpenAccount) => Made,
): Promise<Made | undefined> {
  const adapter = adapters[link.provider];
  if (!adapter || link.address !== undefined) return undefined;
  const account = await openAccount(user, link, services);
  return account && make(adapter, account);
}
