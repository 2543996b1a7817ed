import type { Implementing } from '../../domain/providers/implemented.ts';
import type { AssetProvider } from '../../domain/sync/asset-provider.ts';
import type { ProviderLink } from '../../domain/sync/field-provider.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { deereAssets } from './john-deere/assets.ts';
import { type OpenAccount, openAdapter } from './open-account.ts';
import type { AccountServices } from './transport/account-transport.ts';

const adapters: Record<Implementing<'assets'>, (account: OpenAccount) => AssetProvider> = { JohnDeere: deereAssets };

/**
 * The assets of a link's account. Undefined for a provider without an adapter, and for the scripted one, which has no assets.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 */
export function assetProviderOf(
  user: UserSubject,
  link: ProviderLink,
  services: AccountServices,
): Promise<AssetProvider | undefined> {
  return openAdapter(adapters, user, link, services, (adapter, account) => adapter(account));
}
