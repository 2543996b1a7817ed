import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { clientEnvironments } from '../../../domain/providers/provider.ts';
import { findProvider, providers } from '../../../domain/providers/providers.ts';
import { listen } from '../../http/http-listener.ts';
import type { CloudPlan } from '../../template/plan.ts';
import { consentPage } from './consent-page.ts';

/** An authorization code of the playground, for one client and redirect URL, valid once. */
interface GivenCode {
  clientId: string;
  redirectUri: string;
  challenge: string | undefined;
  until: number;
}

export interface OAuthPlayground {
  /** The value of `PROVIDER_ADDRESSES`, which directs functions here. */
  addresses: string;
  /** Sets the responses to the next token requests, in order; `hang` sends none. */
  failNext(...answers: ({ status: number; body: string } | 'hang')[]): void;
  close(): Promise<void>;
}

const codeLifeMilliseconds = 60_000;
const accessSeconds = 600;

/**
 * Imitates the consent pages and token endpoints of providers on loopback: `/{key}/authorize`, `/{key}/token`, `/{key}/revoke`, `/{key}/sign-in`.
 * Codes are valid once and for a minute, for the client, redirect URL and proof key that they were given for; refresh tokens change with every use,
 * and end when they are revoked (RFC 7009). Clients whose ids
 * begin with `refused-`, `hanging-`, `garbled-` or `bare-` are refused, get no answer, nonsense, or no refresh token. Accounts whose names begin with
 * `refused-` cannot sign in.
 */
export async function startOAuthPlayground({ now = Date.now, port = 0 } = {}): Promise<OAuthPlayground> {
  const codes = new Map<string, GivenCode>();
  const refreshTokens = new Set<string>();
  const failures: ({ status: number; body: string } | 'hang')[] = [];

  const authorize = (url: URL, response: ServerResponse) => {
    const asked = url.searchParams;
    const [clientId, redirectUri] = [asked.get('client_id'), asked.get('redirect_uri')];
    if (asked.get('response_type') !== 'code' || !clientId || !redirectUri || !URL.canParse(redirectUri)) {
      return send(response, 400, { error: 'invalid_request' });
    }
    const answer = asked.get('answer');
    if (answer === null) return sendPage(response, consentPage(url));
    const back = new URL(redirectUri);
    back.searchParams.set('state', asked.get('state') ?? '');
    if (answer === 'deny') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      const challenge = asked.get('code_challenge') ?? undefined;
      codes.set(code, { clientId, redirectUri, challenge, until: now() + codeLifeMilliseconds });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  };

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    if (form.has('apiKey')) {
      return send(response, 200, { X_access_token: newToken(), refresh_Token: newToken(), expires_in: accessSeconds });
    }
    const clientId = clientOf(request, form);
    const played = playedFailures[clientId?.split('-', 1)[0] ?? ''];
    if (played) return played(response);
    if (clientId === undefined) return send(response, 401, { error: 'invalid_client' });
    if (form.get('grant_type') === 'refresh_token') {
      return refreshTokens.delete(form.get('refresh_token') ?? '') ? grant(response, keyOf(request)) : refuse(response);
    }
    const code = form.get('code') ?? '';
    const given = codes.get(code);
    codes.delete(code);
    const isGood =
      given !== undefined &&
      given.until > now() &&
      given.clientId === clientId &&
      given.redirectUri === form.get('redirect_uri') &&
      given.challenge === challengeOf(form.get('code_verifier'));
    return isGood ? grant(response, keyOf(request)) : refuse(response);
  };

  const signIn = async (request: IncomingMessage, response: ServerResponse) => {
    const user = new URLSearchParams(await text(request)).get('user') ?? '';
    return user.startsWith('refused-') ? send(response, 401, {}) : send(response, 200, { key: newToken() });
  };

  /** Unknown tokens count as revoked. */
  const revoke = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    if (clientOf(request, form) === undefined) return send(response, 401, { error: 'invalid_client' });
    refreshTokens.delete(form.get('token') ?? '');
    response.writeHead(200).end();
  };

  const grant = (response: ServerResponse, key: string) => {
    const refreshToken = newToken();
    refreshTokens.add(refreshToken);
    const tokens = { access_token: newToken(), refresh_token: refreshToken, expires_in: accessSeconds };
    const others = Object.values(findProvider(key)?.grant?.answered ?? {}).map((name) => [name, `${name} of ${key}`]);
    send(response, 200, { ...tokens, ...Object.fromEntries(others), token_type: 'Bearer' });
  };

  const listener = await listen(
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://provider');
      const endpoint = url.pathname.split('/')[2];
      if (request.method === 'GET' && endpoint === 'authorize') return authorize(url, response);
      if (request.method !== 'POST') return send(response, 404, {});
      const failure = failures.shift();
      if (failure === 'hang') return;
      if (failure) return sendText(response, failure.status, failure.body);
      if (endpoint === 'revoke') return revoke(request, response);
      if (endpoint === 'sign-in') return signIn(request, response);
      return token(request, response);
    },
    { host: '127.0.0.1', port, graceMilliseconds: 0 },
  );

  return {
    addresses: JSON.stringify(addressesAt(listener.endpoint)),
    failNext: (...answers) => {
      failures.push(...answers);
    },
    close: () => listener.close(),
  };
}

function addressesAt(endpoint: string) {
  const of = (key: string) => ({
    consent: `${endpoint}/${key}/authorize`,
    token: `${endpoint}/${key}/token`,
    signIn: `${endpoint}/${key}/sign-in`,
    // It has no data.
    api: null,
  });
  return Object.fromEntries(
    providers.map(({ key }) => [key, Object.fromEntries(clientEnvironments.map((name) => [name, of(key)]))]),
  );
}

/** The client, by HTTP Basic or in the form. Every secret that is not empty is accepted. */
function clientOf({ headers }: IncomingMessage, form: URLSearchParams): string | undefined {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (basic === undefined) return form.get('client_secret') ? (form.get('client_id') ?? undefined) : undefined;
  const [user = '', password = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return password === '' ? undefined : (new URLSearchParams(`user=${user}`).get('user') ?? undefined);
}

/** The provider that the path of a request names. */
const keyOf = ({ url = '/' }: IncomingMessage) => url.split('/')[1] ?? '';

/** Answers of token endpoints, by the beginning of the client's id. */
const playedFailures: Record<string, (response: ServerResponse) => void> = {
  refused: (response) => send(response, 401, { error: 'invalid_client', error_description: '<b>unknown client</b>' }),
  hanging: () => {},
  garbled: (response) => sendText(response, 200, '<html>'),
  bare: (response) => send(response, 200, { access_token: newToken(), token_type: 'Bearer' }),
};

const newToken = () => randomBytes(24).toString('base64url');

function challengeOf(verifier: string | null): string | undefined {
  return verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url');
}

function refuse(response: ServerResponse): void {
  send(response, 400, { error: 'invalid_grant', error_description: 'The code or token is not valid.' });
}

function send(response: ServerResponse, status: number, body: object): void {
  sendText(response, status, JSON.stringify(body));
}

function sendText(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function sendPage(response: ServerResponse, page: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(page);
}

/** Starts a playground from which functions get tokens, and returns it. */
export async function playProviders(
  { functions }: Pick<CloudPlan, 'functions'>,
  { now, log }: { now(): number; log(line: string): void },
): Promise<OAuthPlayground> {
  const playground = await startOAuthPlayground({ now });
  directProviders({ functions }, JSON.parse(playground.addresses));
  log('consent at providers is played on this machine');
  return playground;
}

/** Directs the calls of functions to addresses of providers on this machine, besides those that are directed already. */
export function directProviders({ functions }: Pick<CloudPlan, 'functions'>, addresses: object): void {
  for (const { environment } of functions) {
    const { PROVIDER_ADDRESSES: given } = environment;
    if (given !== undefined) environment.PROVIDER_ADDRESSES = JSON.stringify({ ...JSON.parse(given), ...addresses });
  }
}
