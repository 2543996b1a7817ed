import { chooseApplication } from '../../../../domain/connections/application.ts';
import { connectWithForm } from '../../../../domain/connections/connect-with-form.ts';
import { connectable, connectionOf } from '../../../../domain/connections/connection.ts';
import { wantConsent } from '../../../../domain/connections/consents.ts';
import { credentialExists } from '../../../../domain/credentials/credential.ts';
import { Problem } from '../../../../domain/errors.ts';
import { providerOf } from '../../../../domain/providers/providers.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { signInUrl } from '../sign-in-url.ts';
import { connectionsApi } from './api.ts';
import type { ConnectionsServices } from './services.ts';

export const connectionHandlers: Handlers<typeof connectionsApi.endpoints, ConnectionsServices> = {
  async listProviderConnections({ found: { user }, owner }, { appKeys }) {
    const available = await Promise.all(connectable.map(({ key }) => appKeys.list(owner.id, key)));
    const body = connectable.map((row, index) => connectionOf(row, user, available[index]?.length !== 0));
    return { status: 200, body };
  },

  async connectAccount({ params: { svcUserId }, found: { user, provider: row }, body, owner, request }, services) {
    const provider = row.key;
    if (user[providerOf(provider).userProperty].id !== undefined) throw credentialExists(svcUserId, row);
    const connecting = { ownerId: owner.id, svcUserId, provider };
    const application = await chooseApplication(owner.id, provider, {}, services.appKeys);
    if (!row.form) {
      const ticket = await wantConsent(connecting, application, services);
      return { status: 200, body: { signInUrl: signInUrl(request, provider, ticket) } };
    }
    const { status, createdTime } = await connectWithForm(connecting, application, body.members, services);
    const location = `${connectionsApi.base}/users/${svcUserId}/connections`;
    return { status: 201, location, body: { status, createdTime } };
  },

  async disconnectAccount({ params: { svcUserId }, found: { provider }, owner }, { credentials }) {
    const isGone = await credentials.remove(owner.id, svcUserId, provider.key, { byGrower: true });
    if (isGone) return { status: 204 };
    const detail = `No account at ${provider.displayName} is connected.`;
    throw new Problem('notFound', detail, { errorKey: 'credentialNotFound' });
  },
};
