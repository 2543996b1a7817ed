import type { Implementing } from '../../domain/providers/implemented.ts';
import type { ProviderLink } from '../../domain/sync/field-provider.ts';
import type { PushProvider } from '../../domain/sync/push-provider.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { deereSubscriptions } from './john-deere/subscriptions.ts';
import { type OpenAccount, openAdapter } from './open-account.ts';
import type { AccountServices } from './transport/account-transport.ts';

const adapters: Record<Implementing<'push'>, (account: OpenAccount) => PushProvider> = {
  JohnDeere: deereSubscriptions,
};

/**
 * The subscriptions of a link's account. Undefined for a provider without an adapter, and for the scripted one.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 */
export function pushProviderOf(
  user: UserSubject,
  link: ProviderLink,
  services: AccountServices,
): Promise<PushProvider | undefined> {
  return openAdapter(adapters, user, link, services, (adapter, account) => adapter(account));
}
