import type { SandboxAnswer, SandboxRequest } from '../server/exchange.ts';
import { grantsOf, type Issued, type TokenRules } from '../server/grants.ts';
import { authorize, type Consent, exchangeToken, revokeToken } from '../server/oauth.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import { type SignedTokens, signedTokens } from '../server/signed-tokens.ts';

export const authorizationServer = '/oauth2/aus78tnlaysMraFhC1t7';

export const scopes = [
  ...['org1', 'org2', 'eq1', 'eq2', 'ag1', 'ag2', 'ag3', 'files', 'work1', 'work2', 'finance1', 'finance2'],
  'offline_access',
] as const;

/** The kind of a call of the sign-in host; undefined if it is none. */
export function signInKind({ path }: SandboxRequest): string | undefined {
  const last =
    /^(?:\/oauth2\/[^/]+)?(?:\/\.well-known\/(?:oauth-authorization-server|openid-configuration)|\/v1\/(authorize|token|revoke))$/.exec(
      path,
    );
  return last ? (last[1] ?? 'discovery') : undefined;
}

/** Answers discovery (RFC 8414), authorization, tokens and revocation. */
export function answerSignIn(request: SandboxRequest, kind: string, consent: Consent): SandboxAnswer {
  const { method } = request;
  if (kind === 'discovery') return method === 'GET' ? { status: 200, body: discovery(request.base) } : notAllowed;
  if (kind === 'authorize') return method === 'GET' ? authorize(request, consent) : notAllowed;
  if (method !== 'POST') return notAllowed;
  return kind === 'revoke' ? revokeToken(request, consent) : exchangeToken(request, consent, shown);
}

const notAllowed: SandboxAnswer = { status: 405, body: { error: 'invalid_request' } };

/** A refresh token comes with `offline_access` only. */
function shown({ accessToken, refreshToken, accessSeconds, grant }: Issued): object {
  return {
    ...{ token_type: 'Bearer', expires_in: accessSeconds, access_token: accessToken, scope: grant.scopes.join(' ') },
    ...(grant.scopes.includes('offline_access') && { refresh_token: refreshToken }),
  };
}

function discovery(base: string): object {
  const issuer = `${base}${authorizationServer}`;
  return {
    issuer,
    authorization_endpoint: `${issuer}/v1/authorize`,
    token_endpoint: `${issuer}/v1/token`,
    revocation_endpoint: `${issuer}/v1/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    scopes_supported: scopes,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };
}

/** Access for 12 hours; a refresh token lapses after 365 days without use, and is replaced by each use. */
export const accessRules: TokenRules = {
  accessMilliseconds: 12 * 3_600_000,
  refreshMilliseconds: 365 * 86_400_000,
  overlapMilliseconds: 0,
};

export const deereTokens = (seed: string): SignedTokens => signedTokens(seed, 'JohnDeere');

/** The refresh token of a grower who has consented to everything, before the sandbox is called for the first time. */
export function firstRefreshToken(seed: string, clock: SandboxClock, clientId: string): string {
  const grants = grantsOf(deereTokens(seed), clock, accessRules, () => ({}));
  return grants.first({ id: 'grower', clientId, scopes: [...scopes] });
}
