import { choicePage, pageHeaders } from './consent-page.ts';
import { header, type SandboxAnswer, type SandboxRequest } from './exchange.ts';
import type { Grants, Issued } from './grants.ts';

/** The application for which a sandbox grants access. */
export interface Client {
  clientId: string;
  clientSecret: string;
}

export interface Consent {
  title: string;
  client: Client;
  grants: Grants;
  /** What a token may allow; all of it, where a client asks for nothing. */
  scopes: readonly string[];
  /** Whether tokens for the application itself are issued, without a grower (`client_credentials`, RFC 6749 § 4.4). */
  isForApplications?: true;
  /** A scope that a grower can leave out on the page, to see what happens. */
  withheld: string;
  /** Called with the answer of the grower: `allow`, `nothing` (access, but to nothing), `withhold` or `expire`. */
  answered(answer: string): void;
}

const answers = [
  { answer: 'allow', label: 'Allow' },
  { answer: 'nothing', label: 'Allow, and select nothing yet' },
  { answer: 'withhold', label: 'Allow, without one of the scopes' },
  { answer: 'expire', label: 'Allow, and let the consent expire at once' },
  { answer: 'deny', label: 'Refuse' },
];

/** The page of the authorization endpoint (RFC 6749 § 4.1.1), and the way back from it. */
export function authorize(request: SandboxRequest, consent: Consent): SandboxAnswer {
  const asked = request.query;
  const [clientId, redirectUri] = [asked.get('client_id'), asked.get('redirect_uri')];
  if (
    clientId !== consent.client.clientId ||
    !redirectUri ||
    !URL.canParse(redirectUri) ||
    asked.get('response_type') !== 'code'
  ) {
    return {
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'client_id, redirect_uri and response_type=code are required.',
      },
    };
  }
  const answer = asked.get('answer');
  const wanted = scopesIn(asked.get('scope'), consent.scopes);
  if (!answers.some((one) => one.answer === answer)) {
    const url = new URL(`${request.path}?${asked}`, request.base);
    const lines = [`${clientId} asks for: ${wanted.join(' ')}`];
    return { status: 200, headers: pageHeaders, body: choicePage(consent.title, lines, url, answers) };
  }
  const back = new URL(redirectUri);
  const state = asked.get('state');
  if (state !== null) back.searchParams.set('state', state);
  if (answer === 'deny') {
    back.searchParams.set('error', 'access_denied');
  } else {
    consent.answered(answer ?? '');
    const scopes = answer === 'withhold' ? wanted.filter((scope) => scope !== consent.withheld) : wanted;
    const challenge = asked.get('code_challenge') ?? undefined;
    back.searchParams.set(
      'code',
      consent.grants.code({
        ...{ clientId, scopes, redirectUri },
        ...(challenge && { challenge }),
        ...(answer === 'expire' && { isEnding: true }),
      }),
    );
  }
  return { status: 302, headers: { location: back.href } };
}

function scopesIn(asked: string | null, known: readonly string[]): string[] {
  return asked ? asked.split(/[ +]/).filter((scope) => known.includes(scope)) : [...known];
}

/** Parameters of a token request: in the form, or in the query. */
function parametersOf({ query, body }: SandboxRequest): URLSearchParams {
  return new URLSearchParams([...query, ...new URLSearchParams(body.toString('utf8'))]);
}

/** The client of a token request, by HTTP Basic or by parameters; undefined if it is not the known one. */
function isClient(request: SandboxRequest, parameters: URLSearchParams, client: Client): boolean {
  const [scheme = '', value = ''] = (header(request, 'authorization') ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') {
    return parameters.get('client_id') === client.clientId && parameters.get('client_secret') === client.clientSecret;
  }
  const [id = '', secret = ''] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return [id, formDecoded(id)].includes(client.clientId) && [secret, formDecoded(secret)].includes(client.clientSecret);
}

/** RFC 6749 § 2.3.1 encodes both parts as form values, which many clients leave out. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

const refused = (status: number, error: string, description: string): SandboxAnswer => ({
  status,
  headers: { 'cache-control': 'no-store' },
  body: { error, error_description: description },
});

/** The token endpoint (RFC 6749 §§ 4.1.3 and 6). */
export function exchangeToken(
  request: SandboxRequest,
  { client, grants, scopes, isForApplications }: Consent,
  show: (issued: Issued) => object,
): SandboxAnswer {
  const given = parametersOf(request);
  if (!isClient(request, given, client))
    return refused(401, 'invalid_client', 'Invalid value for the client id or secret.');
  const kind = given.get('grant_type');
  if (kind === 'client_credentials' && isForApplications) {
    const wanted = scopesIn(given.get('scope'), scopes);
    const { refreshToken: _, ...issued } = grants.forApplication({
      id: 'application',
      clientId: client.clientId,
      scopes: wanted,
    });
    return { status: 200, headers: { 'cache-control': 'no-store' }, body: show(issued) };
  }
  if (kind !== 'authorization_code' && kind !== 'refresh_token') {
    return refused(400, 'unsupported_grant_type', 'grant_type is authorization_code or refresh_token.');
  }
  const issued =
    kind === 'refresh_token'
      ? grants.refresh(given.get('refresh_token') ?? '', client.clientId)
      : grants.exchange(given.get('code') ?? '', {
          clientId: client.clientId,
          redirectUri: given.get('redirect_uri'),
          verifier: given.get('code_verifier'),
        });
  if (!issued)
    return refused(
      400,
      'invalid_grant',
      `The ${kind === 'refresh_token' ? 'refresh token' : 'code'} is invalid or expired.`,
    );
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: show(issued) };
}

/** The revocation endpoint (RFC 7009). */
export function revokeToken(request: SandboxRequest, { client, grants }: Consent): SandboxAnswer {
  const given = parametersOf(request);
  if (!isClient(request, given, client))
    return refused(401, 'invalid_client', 'Invalid value for the client id or secret.');
  grants.revoke(given.get('token') ?? '');
  return { status: 200 };
}

/** The bearer token of a call. */
export function bearerOf(request: SandboxRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
}
