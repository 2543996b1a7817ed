import { realm as ours } from '../../../domain/access/client.ts';
import { Problem } from '../../../domain/errors.ts';
import type { RequestContext } from '../../http/exchange.ts';

/** The address of the realm, which is also the issuer of its tokens. It is the same under both bases. */
export function realmAddress(request: RequestContext, realm: string): string {
  if (realm !== ours)
    throw new Problem('notFound', `There is no realm ${realm}; use ${ours}.`, { errorKey: 'realmNotFound' });
  return `${request.base.replace(/\/v2$/, '')}/auth/realms/${ours}`;
}
