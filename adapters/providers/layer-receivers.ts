import type { LayerReceiver } from '../../domain/assets/layer-receiver.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { climateLayers } from './climate-field-view/layers.ts';
import { openAccount } from './open-account.ts';
import type { AccountServices } from './transport/account-transport.ts';

const provider = 'ClimateFieldView';

/**
 * The account of a user that takes aerial images; undefined if the user has none, or the provider is not called.
 *
 * @throws ProviderProblem if the app key of the credential no longer exists.
 */
export async function layerReceiverOf(
  user: UserSubject,
  services: AccountServices,
): Promise<LayerReceiver | undefined> {
  const held = await services.tokens.store.read(user.ownerId, user.svcUserId, provider);
  const account = held && (await openAccount(user, { provider, credentialId: held.credential.id }, services));
  return account && climateLayers(account);
}
