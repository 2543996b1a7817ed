import { found, link } from './answers.ts';
import { type Call, type DeereRoute, hasStatus, named, ofOrganization, route, timeAsked } from './call.ts';
import { list } from './lists.ts';
import type { Operator } from './world.ts';

export const operatorRoutes: DeereRoute[] = [
  route('GET', '/organizations/{organization}/operators', 'operators', ['ag1'], (call) => {
    const since = timeAsked(call, 'lastModifiedTime');
    const wanted = ofOrganization(call, 'operators').filter(
      (one) => hasStatus(call, one) && (since === undefined || Date.parse(one.modified) >= since),
    );
    // The provider's documents give operators no change token, but the time of the last change.
    return list(
      call,
      wanted.map((one) => document(call, one, `operators/${one.id}`)),
      false,
    );
  }),
  route('GET', '/organizations/{organization}/operators/{operator}', 'operator', ['ag1'], (call) => {
    const operator = named(call, 'operators', 'operator');
    return found(document(call, operator, `organizations/${operator.organizationId}/operators/${operator.id}`));
  }),
];

function document({ platform }: Call, { id, name, archived, modified }: Operator, path: string) {
  return {
    '@type': 'Operator',
    links: [link('self', `${platform}/${path}`)],
    name,
    id,
    dateModified: modified,
    archived,
  };
}
