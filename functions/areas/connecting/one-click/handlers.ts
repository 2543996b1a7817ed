import { chooseApplication } from '../../../../domain/connections/application.ts';
import { endConsent, openConsent, wantConsent } from '../../../../domain/connections/consents.ts';
import { connectionsOf } from '../../../../domain/organizations/organization.ts';
import type { Provider } from '../../../../domain/providers/provider.ts';
import { type ProviderKey, providerOf } from '../../../../domain/providers/providers.ts';
import type { Handler, Handlers } from '../../../http/exchange.ts';
import { wantsPage } from '../../../http/steps/answer-error.ts';
import { redirectUri, signInUrl } from '../sign-in-url.ts';
import { consentProviders, type oneClickApi } from './api.ts';
import { connectedPage } from './pages.ts';
import { proofCookie, proofsIn } from './proof-cookie.ts';
import type { OneClickServices } from './services.ts';

type Endpoints = typeof oneClickApi.endpoints;

function start(row: Provider<ProviderKey>): Handler<Endpoints['startJohnDeereOneClick'], OneClickServices> {
  return async ({ params: { svcUserId }, body, owner, request }, services) => {
    const application = await chooseApplication(owner.id, row.key, body as Record<string, string>, services.appKeys);
    const ticket = await wantConsent({ ownerId: owner.id, svcUserId, provider: row.key }, application, services);
    return { status: 200, body: { signInUrl: signInUrl(request, row.key, ticket) } };
  };
}

const noStore = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

export const oneClickHandlers: Handlers<Endpoints, OneClickServices> = {
  ...(Object.fromEntries(consentProviders.map((row) => [`start${row.key}OneClick`, start(row)])) as Pick<
    Handlers<Endpoints, OneClickServices>,
    `start${ProviderKey}OneClick`
  >),

  async openSignIn({ params: { ticket }, found: { provider }, request }, services) {
    const { url, browser, name } = await openConsent(provider, ticket, redirectUri(request, provider), services);
    const cookie = proofCookie({ name, value: browser }, provider, request);
    return { status: 303, headers: { ...noStore, location: url, 'set-cookie': cookie } };
  },

  async finishSignIn({ query, found: { provider }, request }, services) {
    const { error_description: errorDescription, ...rest } = query;
    const returned = { ...rest, errorDescription, provider, proofs: proofsIn(request) };
    const { pending } = await endConsent(returned, services);
    const { accepts } = providerOf(provider);
    const organizations = accepts.includes('organizations') ? await services.organizations.all(pending) : [];
    const result = {
      status: 'CREDENTIAL_ASSIGNED',
      message: `The account at ${providerOf(provider).displayName} is connected.`,
      ...connectionsOf(organizations, accepts.includes('organizationStates')),
    };
    if (wantsPage(request)) {
      const { headers, body } = connectedPage(provider, request);
      return { status: 200, headers: { ...noStore, ...headers }, body };
    }
    return { status: 200, headers: { ...noStore, 'content-type': 'application/json' }, body: JSON.stringify(result) };
  },
};
