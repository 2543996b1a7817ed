import { notConnected } from '../../../domain/connections/not-connected.ts';
import { Problem } from '../../../domain/errors.ts';
import { refuseOutside } from '../../../domain/links/link-access.ts';
import { connectionsOf } from '../../../domain/organizations/organization.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { organizationsApi } from './api.ts';
import type { OrganizationsServices } from './services.ts';

export const organizationHandlers: Handlers<typeof organizationsApi.endpoints, OrganizationsServices> = {
  async listConnections({ params: { svcUserId }, found: { provider }, owner, link }, { organizations }) {
    refuseOutside(link, provider);
    const all = await organizations.all({ ownerId: owner.id, svcUserId, provider });
    const reportsAccess = providerOf(provider).accepts.includes('organizationStates');
    return { status: 200, body: connectionsOf(all, reportsAccess) };
  },

  async listOrganizations({ params: { svcUserId }, found: { provider }, asked, owner, link }, { organizations }) {
    refuseOutside(link, provider);
    const page = await organizations.list({ ownerId: owner.id, svcUserId, provider }, asked);
    return { status: 200, page, body: page.items };
  },

  async getOrganization({ params: { svcUserId, providerOrgId }, found: { provider }, owner, link }, { organizations }) {
    refuseOutside(link, provider);
    const body = await organizations.get({ ownerId: owner.id, svcUserId, provider }, providerOrgId);
    if (!body) throw noOrganization(providerOrgId);
    return { status: 200, body };
  },

  async chooseOrganization({ params, found: { provider, status }, owner, link }, { organizations, syncQueue }) {
    refuseOutside(link, provider);
    const { svcUserId, providerOrgId } = params;
    const body = await organizations.choose({ ownerId: owner.id, svcUserId, provider }, providerOrgId, status);
    if (!body) throw noOrganization(providerOrgId);
    // Sent after the state is written: when this fails, a repeated request sends it.
    if (status === 'SELECTED') await syncQueue.send({ ownerId: owner.id, svcUserId, organizations: true });
    return { status: 200, body };
  },

  /** A second round finds no changes. */
  syncOrganizations: ({ params: { svcUserId }, found: { user, provider }, owner, link, once }, { links, syncQueue }) =>
    once.repeatable(async () => {
      refuseOutside(link, provider);
      const hasCredential = user[providerOf(provider).userProperty].id !== undefined;
      if (!hasCredential && !(await links.get(owner.id, svcUserId, provider))) throw notConnected(svcUserId, provider);
      await syncQueue.send({ ownerId: owner.id, svcUserId, organizations: true });
      return { status: 202, body: {} };
    }),
};

function noOrganization(providerOrgId: string): Problem {
  const detail = `The user has no organization ${providerOrgId} at the provider. Sync the organizations if it is new.`;
  return new Problem('notFound', detail, { errorKey: 'organizationNotFound' });
}
