import type { LayerReceiver } from '../../domain/assets/layer-receiver.ts';
import type { Implementing } from '../../domain/providers/implemented.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { climateLayers } from './climate-field-view/layers.ts';
import { type OpenAccount, openAdapter } from './open-account.ts';
import type { AccountServices } from './transport/account-transport.ts';

const adapters: Record<Implementing<'layers'>, (account: OpenAccount) => LayerReceiver> = {
  ClimateFieldView: climateLayers,
};

/**
 * The account of a user that takes aerial images; undefined if the user has none, or the provider is not called.
 *
 * @throws ProviderProblem if the app key of the credential no longer exists.
 */
export async function layerReceiverOf(
  user: UserSubject,
  provider: Implementing<'layers'>,
  services: AccountServices,
): Promise<LayerReceiver | undefined> {
  const held = await services.tokens.store.read(user.ownerId, user.svcUserId, provider);
  if (!held) return undefined;
  const link = { provider, credentialId: held.credential.id };
  return openAdapter(adapters, user, link, services, (adapter, account) => adapter(account));
}
