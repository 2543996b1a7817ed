import type { FieldProvider, ProviderLink } from '../../domain/sync/field-provider.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { portOf } from './adapters.ts';
import { openAccount } from './open-account.ts';
import type { Needs } from './provider-adapter.ts';
import { scriptedFields } from './scripted-provider.ts';
import type { AccountServices } from './transport/account-transport.ts';

async function* none(): AsyncGenerator<never> {}

/**
 * The fields of a link's account, with its organizations, and the sending of fields where the provider takes any: at the scripted provider if the link has a URL, else over the
 * provider's own wire. Undefined for a provider without this port.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 */
export async function fieldProviderOf(
  user: UserSubject,
  link: ProviderLink,
  services: AccountServices & Needs<'fields'>,
): Promise<FieldProvider | undefined> {
  if (link.address !== undefined) return scriptedFields(link);
  const fields = await portOf(link.provider, 'fields');
  const account = fields && (await openAccount(user, link, services));
  if (!account) return undefined;
  const [organizations, sending] = await Promise.all([
    portOf(link.provider, 'organizations'),
    portOf(link.provider, 'sending'),
  ]);
  return {
    ...fields(account, services),
    organizations: () => organizations?.(account, services) ?? none(),
    ...(sending && { send: sending(account, services) }),
  };
}
