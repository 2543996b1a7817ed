import type { Implementing } from '../../domain/providers/implemented.ts';
import type { ProviderLink } from '../../domain/sync/field-provider.ts';
import type { IrrigationProvider } from '../../domain/sync/irrigation-provider.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { fieldNetIrrigation } from './fieldnet/irrigation.ts';
import { type OpenAccount, openAdapter } from './open-account.ts';
import type { AccountServices } from './transport/account-transport.ts';

const adapters: Record<Implementing<'irrigation'>, (account: OpenAccount) => IrrigationProvider> = {
  Lindsay: fieldNetIrrigation,
};

/**
 * The irrigation of a link's account. Undefined for a provider without an adapter, and for the scripted one, which has none.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 */
export function irrigationProviderOf(
  user: UserSubject,
  link: ProviderLink,
  services: AccountServices,
): Promise<IrrigationProvider | undefined> {
  return openAdapter(adapters, user, link, services, (adapter, account) => adapter(account));
}
