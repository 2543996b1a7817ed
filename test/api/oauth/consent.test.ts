import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cloud } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';

const owner = await freshOwner();
const base = '/api/oauth';
const back = 'https://app.example.com/connected?from=furrow';
const secret = 'client-secret-seen-nowhere';

interface Consent {
  url: string;
  state: string;
  codeVerifier?: string;
}

/** Sends a grower's browser to the page of consent, and returns the URL to which it is redirected. */
async function consented({ url }: Consent, answer: 'allow' | 'deny' = 'allow'): Promise<string> {
  const page = await fetch(url);
  expect(page.headers.get('content-type')).toContain('text/html');
  const { headers } = await fetch(`${url}&answer=${answer}`, { redirect: 'manual' });
  return headers.get('location') ?? '';
}

const codeOf = (address: string) => new URL(address).searchParams.get('code') ?? '';
const form = (members: Record<string, string>) => new URLSearchParams(members).toString();
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

type Slot = [
  name: string,
  urlPath: string,
  asked: object,
  tokenPath: string,
  exchanged: (address: string, consent: Consent) => object,
];

const cnh = { client_id: 'app', client_redirect_url: back, production: false };
const slots: Slot[] = [
  [
    'John Deere',
    'john-deere/get-url',
    { clientKey: 'app', clientSecret: secret, clientRedirectUrl: back },
    'john-deere/get-token',
    (responseUrl) => ({ clientKey: 'app', clientSecret: secret, clientRedirectUrl: back, responseUrl }),
  ],
  [
    'CNHi',
    'cnhi/get-url',
    { ...cnh, client_secret: secret, subscription_key: 'ignored' },
    'cnhi/get-token',
    (response_url) => ({ ...cnh, client_secret: secret, response_url }),
  ],
  [
    'Raven',
    'raven/get-url',
    { client_id: 'app', client_redirect_url: back },
    'raven/get-token',
    (address) => ({ client_id: 'app', client_secret: secret, redirect_url: back, code: codeOf(address) }),
  ],
  [
    'Trimble',
    'trimble/get-url',
    { application_name: 'my-app', client_id: 'app', client_redirect_url: back },
    'trimble/get-token',
    (address) => ({ client_id: 'app', client_secret: secret, redirect_url: back, code: codeOf(address) }),
  ],
  [
    'Lindsay',
    'lindsay/url',
    { clientId: 'app', redirectUri: back, environment: 'STAGE' },
    'lindsay/token',
    (responseUrl, { codeVerifier }) => ({
      clientId: 'app',
      clientSecret: secret,
      redirectUri: back,
      responseUrl,
      codeVerifier,
      environment: 'STAGE',
    }),
  ],
  [
    'the legacy helper of CNH',
    'helper/get_url',
    cnh,
    'helper/get_token',
    (response_url) => ({ ...cnh, client_secret: secret, response_url }),
  ],
  [
    'FieldOps',
    'helper/fieldops/get_url',
    { ...cnh, production: 'true' },
    'helper/fieldops/get_token',
    (response_url) => ({ ...cnh, production: true, client_secret: secret, response_url }),
  ],
];

test.each(slots)('%s: from the page of consent to tokens', async (_, urlPath, asked, tokenPath, exchanged) => {
  const consent = await owner.post<Consent>(`${base}/${urlPath}`, asked);
  expect(consent.status).toBe(200);
  const address = await consented(consent.body);
  expect(new URL(address).searchParams.get('state')).toBe(consent.body.state);
  const tokens = await owner.post(`${base}/${tokenPath}`, exchanged(address, consent.body));
  expect(tokens).toMatchObject({
    status: 200,
    body: {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 600,
      token_type: 'Bearer',
    },
  });
  expect(tokens.headers.get('cache-control')).toContain('no-store');
  const again = await owner.post(`${base}/${tokenPath}`, exchanged(address, consent.body));
  expect(again).toMatchObject({ status: 400, body: { errorKey: 'grantRefused', providerStatus: 400 } });
});

describe('Climate FieldView', () => {
  /** Exchanges a code, which was given to a client, with a form that may name a client. */
  async function exchange(of: TestOwner, clientId: string, named: Record<string, string> = {}) {
    const asked = { client_id: clientId, redirect_uri: back };
    const { body } = await of.post<Consent>(`${base}/climate-field-view/url`, asked);
    const code = codeOf(await consented(body));
    const members = { code, redirect_uri: back, grant_type: 'authorization_code', ...named };
    return of.call<{ errors: object[] }>('POST', `${base}/climate-field-view/token`, {
      body: form(members),
      headers: asForm,
    });
  }
  const tokens = { status: 200, body: { refresh_token: expect.any(String) } };
  const refused = (errorKey: string) => ({ status: 400, body: { errorKey, errors: [{ pointer: '#/client_id' }] } });
  const register = (of: TestOwner, appName: string, clientId: string) =>
    of.post(`/services/usermanagement/api/app-keys/ClimateFieldView/${appName}`, {
      apiKey: 'key',
      clientId,
      clientSecret: secret,
    });

  test('takes code, redirect_uri and grant_type alone, with the client of the only app key', async () => {
    const fresh = await freshOwner();
    expect(await exchange(fresh, 'app')).toMatchObject(refused('appKeyMissing'));
    await register(fresh, 'first', 'app');
    expect(await exchange(fresh, 'app')).toMatchObject(tokens);
    // Another app key of the same client leaves no choice.
    await register(fresh, 'second', 'app');
    expect(await exchange(fresh, 'app')).toMatchObject(tokens);
    // The provider gave the code to another client.
    expect(await exchange(fresh, 'elsewhere')).toMatchObject({ status: 400, body: { errorKey: 'grantRefused' } });
  });

  test('asks for client_id where there are app keys of several clients', async () => {
    const fresh = await freshOwner();
    await register(fresh, 'first', 'app-1');
    await register(fresh, 'second', 'app-2');
    expect(await exchange(fresh, 'app-2')).toMatchObject(refused('invalid'));
    expect(await exchange(fresh, 'app-2', { client_id: 'app-2' })).toMatchObject(tokens);
    expect(await exchange(fresh, 'app-3', { client_id: 'app-3' })).toMatchObject(refused('appKeyMissing'));
  });

  test('takes another client, complete', async () => {
    expect(await exchange(owner, 'app', { client_id: 'app', client_secret: secret })).toMatchObject(tokens);
    expect(await exchange(owner, 'app', { client_secret: secret })).toMatchObject(refused('invalid'));
  });
});

test('Stara: a username and a password become a key, and the key tokens', async () => {
  const signedIn = await owner.call<{ key: string }>('POST', `${base}/stara/authenticate`, {
    body: form({ user: 'grower', pwd: secret }),
    headers: asForm,
  });
  expect(signedIn).toMatchObject({ status: 200, body: { key: expect.any(String) } });
  const tokens = await owner.call('POST', `${base}/stara/token`, {
    body: form({ accessTokenClient: secret, apiKey: signedIn.body.key }),
    headers: asForm,
  });
  expect(tokens).toMatchObject({ status: 200, body: { X_access_token: expect.any(String) } });
});

test('a mistake of the caller is 400: a wrong client, code or account; one of the provider is 502', async () => {
  const exchanged = (clientId: string) =>
    owner.post(`${base}/raven/get-token`, {
      client_id: clientId,
      client_secret: secret,
      redirect_url: back,
      code: 'none',
    });
  expect(await exchanged('app')).toMatchObject({ status: 400, body: { errorKey: 'grantRefused' } });
  expect(await exchanged('refused-app')).toMatchObject({ status: 400, body: { errorKey: 'grantRefused' } });
  expect(await exchanged('garbled-app')).toMatchObject({ status: 502, body: { errorKey: 'providerMalformed' } });
  const body = form({ user: 'refused-grower', pwd: secret });
  const signedIn = await owner.call('POST', `${base}/stara/authenticate`, { body, headers: asForm });
  expect(signedIn).toMatchObject({ status: 400, body: { errorKey: 'grantRefused', providerStatus: 401 } });
});

test('a refused consent says so', async () => {
  const { body } = await owner.post<Consent>(`${base}/cnhi/get-url`, { ...cnh, client_secret: secret });
  const response_url = await consented(body, 'deny');
  expect(await owner.post(`${base}/cnhi/get-token`, { ...cnh, client_secret: secret, response_url })).toMatchObject({
    status: 400,
    body: { errorKey: 'consentRefused', detail: expect.stringContaining('access_denied') },
  });
});

test.each([
  ['a redirect URL without a code', { ...cnh, client_secret: secret, response_url: back }, '#/response_url'],
  ['an invalid URL', { ...cnh, client_secret: secret, response_url: 'somewhere' }, '#/response_url'],
  ['a URL of a script', { ...cnh, client_secret: secret, response_url: 'javascript:alert(1)' }, '#/response_url'],
  ['no secret', { ...cnh, response_url: `${back}&code=1` }, '#/client_secret'],
  ['a blank secret', { ...cnh, client_secret: '  ', response_url: `${back}&code=1` }, '#/client_secret'],
])('%s is 400 and named', async (_, body, pointer) => {
  const answer = await owner.post<{ errors: { pointer: string }[] }>(`${base}/cnhi/get-token`, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
});

test('secrets of the exchange are not in the log', () => {
  expect(readFileSync(cloud.logFile, 'utf8')).not.toContain(secret);
});
