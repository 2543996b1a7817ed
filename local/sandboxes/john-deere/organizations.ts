import { Refusal, type SandboxAnswer } from '../server/exchange.ts';
import { done, found, link, problem, refuse, unknown } from './answers.ts';
import { type Call, type DeereRoute, route } from './call.ts';
import { list } from './lists.ts';
import type { Organization } from './world.ts';

export const organizationRoutes: DeereRoute[] = [
  route('GET', '/', 'catalog', [], ({ platform }) =>
    found({ '@type': 'ApiCatalog', links: ['organizations', 'files'].map((rel) => link(rel, `${platform}/${rel}`)) }),
  ),
  route('GET', '/organizations', 'organizations', ['org1'], (call) => {
    const [id, name] = [call.query.get('orgId'), call.query.get('orgName')?.toLowerCase()];
    const wanted = visible(call).filter(
      (one) => (!id || one.id === id) && (!name || one.name.toLowerCase().includes(name)),
    );
    return list(
      call,
      wanted.map((one) => organizationDocument(call, one)),
    );
  }),
  route('GET', '/users/{user}/organizations', 'organizations', ['org1'], (call) =>
    list(
      call,
      visible(call).map((one) => organizationDocument(call, one)),
    ),
  ),
  route('GET', '/organizations/{viewed}', 'organization', ['org1'], (call) => {
    const organization = visible(call).find(({ id }) => id === call.parameters.viewed);
    return organization ? found(organizationDocument(call, organization)) : unknown('organization');
  }),
  route('DELETE', '/organizations/{viewed}/connections', 'disconnect', [], (call) => {
    const organization = visible(call).find(({ id }) => id === call.parameters.viewed);
    if (!organization) return refuse(403, { message: 'Requester not authorized to delete the requested connection.' });
    organization.isConnected = false;
    return done;
  }),
];

/** Organizations of the grower: none while nothing is selected. */
const visible = ({ world }: Call): Organization[] => (world.isNothingSelected ? [] : [...world.organizations.values()]);

/** An organization with the page on which the grower connects it, or changes the connection. */
function organizationDocument({ platform, base, grant }: Call, { id, name, type, isConnected }: Organization): object {
  const pages = `${base}/connections/${grant.clientId}`;
  const page = isConnected
    ? link('manage_connections', `${pages}/connections-dialog?orgId=${id}`)
    : link('connections', `${pages}/select-organizations`);
  const own = `${platform}/organizations/${id}`;
  const rest = isConnected ? ['clients', 'farms', 'fields', 'boundaries', 'files', 'operators'] : [];
  return {
    '@type': 'Organization',
    ...{ name, type, member: true, internal: false, id },
    links: [link('self', own), page, ...rest.map((rel) => link(rel, `${own}/${rel}`))],
  };
}

/**
 * Refuses calls for data of organizations that the grower has not connected.
 *
 * @throws Refusal with 404 for an unknown organization, 403 for one that is not connected.
 */
export function checkConnection({ world, parameters }: Pick<Call, 'world' | 'parameters'>): void {
  const { organization: id } = parameters;
  if (id === undefined) return;
  const organization = world.organizations.get(id);
  if (!organization) unknown('organization');
  else if (!organization.isConnected || world.isNothingSelected) throw new Refusal(notConnected(id));
}

export function notConnected(id: string): SandboxAnswer {
  return problem(403, { message: `The organization ${id} is not connected to this application.` });
}
