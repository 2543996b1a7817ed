import { chooseApplication } from '../../../../domain/connections/application.ts';
import { connectWithForm } from '../../../../domain/connections/connect-with-form.ts';
import { connectable, connectionOf } from '../../../../domain/connections/connection.ts';
import { originOf } from '../../../../domain/connections/consent-origin.ts';
import { wantConsent } from '../../../../domain/connections/consents.ts';
import { credentialExists, hasEnded } from '../../../../domain/credentials/credential.ts';
import { Problem } from '../../../../domain/errors.ts';
import { offersProvider, refuseDisconnect, refuseOutside } from '../../../../domain/links/link-access.ts';
import { providerOf } from '../../../../domain/providers/providers.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { signInUrl } from '../sign-in-url.ts';
import { connectionsApi } from './api.ts';
import type { ConnectionsServices } from './services.ts';

export const connectionHandlers: Handlers<typeof connectionsApi.endpoints, ConnectionsServices> = {
  async listProviderConnections({ found: { user }, owner, link }, { appKeys, addresses }) {
    const available = await appKeys.providers(owner.id);
    const offered = connectable.filter(({ key }) => offersProvider(link, key));
    return { status: 200, body: offered.map((row) => connectionOf(row, user, available.has(row.key), addresses)) };
  },

  async connectAccount(
    { params: { svcUserId }, found: { user, provider: row }, body, owner, link, apiKey, request },
    services,
  ) {
    const provider = row.key;
    refuseOutside(link, provider);
    const connecting = { ownerId: owner.id, svcUserId, provider, origin: originOf(apiKey) };
    const application = await chooseApplication(owner.id, provider, {}, services.appKeys);
    if (!row.form) {
      const ticket = await wantConsent(connecting, application, services);
      return { status: 200, body: { signInUrl: signInUrl(request, provider, ticket) } };
    }
    const before = user[providerOf(provider).userProperty];
    if (before.id !== undefined && !hasEnded(before)) throw credentialExists(svcUserId, row);
    const { status, createdTime } = await connectWithForm(connecting, application, body.members, services);
    const location = `${connectionsApi.base}/users/${svcUserId}/connections`;
    return { status: 201, location, body: { status, createdTime } };
  },

  async disconnectAccount({ params: { svcUserId }, found: { provider }, owner, link }, { credentials }) {
    refuseOutside(link, provider.key);
    refuseDisconnect(link);
    const isGone = await credentials.remove(owner.id, svcUserId, provider.key, { byGrower: true });
    if (isGone) return { status: 204 };
    const detail = `No account at ${provider.displayName} is connected.`;
    throw new Problem('notFound', detail, { errorKey: 'credentialNotFound' });
  },
};
