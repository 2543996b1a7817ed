import type { Owner, OwnerDirectory, Permission } from '../../../domain/access/owner.ts';
import type { TokenKind, TokenVerifier } from '../../../domain/access/token.ts';
import { Problem } from '../../../domain/errors.ts';
import { exchangeOf, type Step } from './exchange.ts';

export interface AccessServices {
  tokens: TokenVerifier;
  owners: OwnerDirectory;
}

/**
 * Lets a request on only with a token of the stage's kind, for an owner who may do what is asked, and fills in the owner that it speaks for.
 */
export function authenticate({ tokens, owners }: AccessServices): Step {
  return {
    before: async (request) => {
      const exchange = exchangeOf(request);
      if (exchange.endpoint?.access !== 'owner') return;
      const needed = [exchange.endpoint.permission ?? []].flat();
      const stage = exchange.event.requestContext.stage;
      const token = bearer(exchange.request.headers.authorization);
      exchange.owner = await ownerOf(token, stage === '$default' ? 'id' : 'access', { tokens, owners });
      const { permissions } = exchange.owner;
      if (needed.length > 0 && !needed.some((one) => permissions.includes(one))) throw notPermitted(needed);
    },
  };
}

async function ownerOf(token: string, wanted: TokenKind, { tokens, owners }: AccessServices): Promise<Owner> {
  const claims = await tokens.verify(token);
  if (!claims) throw refused('The token is malformed, expired or not from here. Ask for a new one.');
  if (claims.kind !== wanted) throw refused(wrongKind[wanted]);
  const owner = await owners.find(claims.ownerId);
  if (!owner || claims.issuedAt < owner.notBefore) throw refused('The token has been revoked. Ask for a new one.');
  return owner;
}

const wrongKind: Record<TokenKind, string> = {
  id: 'This is an OAuth access token: call the same path under /v2, or use an id_token of POST /api/authenticate here.',
  access:
    'This is a legacy id_token: call the same path without /v2, or use an access token of the token endpoint here.',
};

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

function notPermitted(needed: readonly Permission[]): Problem {
  const detail = `This account has no permission for this (${needed.join(' or ')}). Whoever runs the service can grant it.`;
  return new Problem('forbidden', detail);
}
