import type { Owner, OwnerDirectory, Permission } from '../../../domain/access/owner.ts';
import type { TokenKind, TokenVerifier } from '../../../domain/access/token.ts';
import { Problem } from '../../../domain/errors.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { Widget } from '../../../domain/links/magic-link.ts';
import type { Routed } from '../exchange.ts';

export interface AccessServices {
  tokens: TokenVerifier;
  owners: OwnerDirectory;
  /** Needed by areas with endpoints that take API keys. */
  apiKeys?: ApiKeyDirectory;
}

/**
 * Admits a request with a token of the stage's kind whose owner has the endpoint's permission, and sets its owner. If the endpoint takes API
 * keys, a key is enough; if both are sent, the token counts.
 *
 * @throws Problem 401, or 403 without the permission.
 * @example await authenticate(exchange, services);
 */
export async function authenticate(exchange: Routed, { tokens, owners, apiKeys }: AccessServices): Promise<void> {
  const { endpoint } = exchange.route;
  if (endpoint.access === 'public') return;
  const { authorization, 'x-api-key': key } = exchange.request.headers;
  if (authorization === undefined && key !== undefined) {
    if (endpoint.access !== 'ownerOrApiKey') throw refused(keyNotTaken);
    const holder = await apiKeys?.holder(key);
    const owner = holder && (await owners.find(holder.ownerId));
    if (!owner) throw refused('The API key is malformed, has expired or was revoked. Request a new one.');
    if (holder.link && !endpoint.links?.includes(holder.link.widget)) throw linkDoesNotAllow(holder.link.widget);
    Object.assign(exchange, { owner, apiKey: holder });
  } else {
    const stage = exchange.event.requestContext.stage;
    exchange.owner = await ownerOf(bearer(authorization), stage === '$default' ? 'id' : 'access', { tokens, owners });
  }
  const needed = [endpoint.permission ?? []].flat();
  const { permissions } = exchange.owner as Owner;
  if (needed.length > 0 && !needed.some((one) => permissions.includes(one))) throw notPermitted(needed);
}

async function ownerOf(
  token: string,
  wanted: TokenKind,
  { tokens, owners }: Pick<AccessServices, 'tokens' | 'owners'>,
): Promise<Owner> {
  const claims = await tokens.verify(token);
  if (!claims)
    throw refused('The token is malformed, has expired, or was not issued by this service. Request a new one.');
  if (claims.kind !== wanted) throw refused(wrongKind[wanted]);
  const owner = await owners.find(claims.ownerId);
  if (!owner || claims.issuedAt < owner.notBefore) throw refused('The token has been revoked. Request a new one.');
  return owner;
}

const wrongKind: Record<TokenKind, string> = {
  id: 'This is an OAuth access token: call the same path under /v2, or use an id_token of POST /api/authenticate here.',
  access:
    'This is a legacy id_token: call the same path without /v2, or use an access token of the token endpoint here.',
};

const keyNotTaken =
  'This endpoint takes no API key. Send an access token in the header "Authorization: Bearer <token>".';

function bearer(header: string | undefined): string {
  const token = header?.match(/^Bearer +([^ ]+)$/i)?.[1];
  if (token) return token;
  const detail = header
    ? 'The Authorization header must be "Bearer" and a token.'
    : 'Send an access token in the header "Authorization: Bearer <token>".';
  throw refused(detail);
}

function refused(detail: string): Problem {
  return new Problem('unauthenticated', detail);
}

function linkDoesNotAllow(widget: Widget): Problem {
  const detail = `This API key belongs to a ${widget} link, which does not allow this request. Use the key of another link, or one that the owner created.`;
  return new Problem('forbidden', detail, { errorKey: 'linkDoesNotAllow' });
}

function notPermitted(needed: readonly Permission[]): Problem {
  const detail = `This account lacks the permission for this (${needed.join(' or ')}). The operator of this service can grant it.`;
  return new Problem('forbidden', detail);
}
