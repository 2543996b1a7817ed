import type { Port } from '../../domain/providers/provider.ts';
import type { ProviderKey } from '../../domain/providers/providers.ts';
import type { ProviderLink } from '../../domain/sync/field-provider.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { portOf } from './adapters.ts';
import { openAccount } from './open-account.ts';
import type { Made, Needs } from './provider-adapter.ts';
import type { AccountServices } from './transport/account-transport.ts';

/** A link, as far as its account is opened by it. */
type OpenedLink = Pick<ProviderLink, 'provider' | 'credentialId' | 'renewedTime' | 'address'>;

/**
 * Opens the account of a link and makes what a port of its provider offers. Undefined for a provider without this port, for the scripted one, and where the operator has given the
 * provider no URL.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 * @example const assets = await openPort('assets', user, link, services);
 */
export async function openPort<P extends Port>(
  port: P,
  user: UserSubject,
  link: OpenedLink,
  services: AccountServices & Needs<P>,
): Promise<Made<P> | undefined> {
  if (link.address !== undefined) return undefined;
  const make = await portOf(link.provider, port);
  const account = make && (await openAccount(user, link, services));
  return account && make(account, services);
}

/**
 * What a port offers for a user's account at a provider, without a link. `unconnected`: the user has no credential of it; `uncalled`: the provider has no such port, or the operator has
 * given it no URL.
 *
 * @throws ProviderProblem if the app key of the credential no longer exists.
 */
export async function openPortOf<P extends Port>(
  port: P,
  user: UserSubject,
  provider: ProviderKey,
  services: AccountServices & Needs<P>,
): Promise<Made<P> | 'unconnected' | 'uncalled'> {
  const held = await services.tokens.store.read(user.ownerId, user.svcUserId, provider);
  if (!held) return 'unconnected';
  return (await openPort(port, user, { provider, credentialId: held.credential.id }, services)) ?? 'uncalled';
}
