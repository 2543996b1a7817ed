import { afterAll, beforeAll, expect, test } from 'vitest';
import { oauthSecrets } from '../../../adapters/oauth/oauth-secrets.ts';
import { tokenEndpoints } from '../../../adapters/oauth/token-endpoints.ts';
import { codeIn } from '../../../domain/oauth/consent.ts';
import type { GivenByCaller } from '../../../domain/oauth/token-endpoint.ts';
import { type OAuthPlayground, startOAuthPlayground } from '../../../local/demo/oauth/playground.ts';

const redirectUri = 'https://app.example.com/back';
const clock = { at: 1_000_000 };
let playground: OAuthPlayground;
let provider: { consent: string; token: string };

beforeAll(async () => {
  playground = await startOAuthPlayground({ now: () => clock.at });
  provider = JSON.parse(playground.addresses).Lindsay.STAGE;
});
afterAll(() => playground.close());

/** Consents as a grower does, and returns the code. */
async function code(members: Record<string, string> = {}): Promise<string> {
  const url = new URL(provider.consent);
  const asked = { response_type: 'code', client_id: 'app', redirect_uri: redirectUri, state: 's', ...members };
  for (const [name, value] of Object.entries({ ...asked, answer: 'allow' })) url.searchParams.set(name, value);
  const { headers } = await fetch(url, { redirect: 'manual' });
  return codeIn(headers.get('location') ?? '', '#/responseUrl');
}

const ask = (
  form: Record<string, string>,
  basic?: { user: string; password: string },
  waitMilliseconds?: number,
  givenByCaller: GivenByCaller = 'all',
) =>
  tokenEndpoints(waitMilliseconds === undefined ? {} : { waitMilliseconds }).ask({
    displayName: 'Lindsay',
    address: provider.token,
    form: { grant_type: 'authorization_code', redirect_uri: redirectUri, ...form },
    basic,
    givenByCaller,
  });

const client = { client_id: 'app', client_secret: 'secret' };

test('a code is exchanged for tokens, with the client in the form', async () => {
  expect(await ask({ ...client, code: await code() })).toMatchObject({ token_type: 'Bearer', expires_in: 600 });
});

test('a code is exchanged for tokens, with the client as HTTP Basic, in any characters', async () => {
  const user = 'app:ü +%';
  const given = await code({ client_id: user });
  expect(await ask({ code: given }, { user, password: 'a:b&c' })).toHaveProperty('refresh_token');
});

test('a code with a proof key needs its own verifier', async () => {
  const { verifier, challenge } = oauthSecrets.proofKey();
  const members = { code_challenge: challenge, code_challenge_method: 'S256' };
  expect(await ask({ ...client, code: await code(members), code_verifier: verifier })).toHaveProperty('access_token');
  await expect(
    ask({ ...client, code: await code(members), code_verifier: oauthSecrets.proofKey().verifier }),
  ).rejects.toMatchObject({ errorKey: 'grantRefused' });
});

test.each<[string, (given: string) => Promise<unknown>]>([
  [
    'is used twice',
    async (given) => {
      await ask({ ...client, code: given });
      return ask({ ...client, code: given });
    },
  ],
  ['was given for another client', (given) => ask({ ...client, client_id: 'other', code: given })],
  [
    'was issued for another redirect URI',
    (given) => ask({ ...client, redirect_uri: 'https://elsewhere.example', code: given }),
  ],
  [
    'has expired',
    (given) => {
      clock.at += 61_000;
      return ask({ ...client, code: given });
    },
  ],
])("a code that %s is refused with the provider's status and message", async (_, use) => {
  await expect(use(await code())).rejects.toMatchObject({
    status: 400,
    errorKey: 'grantRefused',
    members: { providerStatus: 400 },
    message: expect.stringContaining('invalid_grant: The code or token is not valid.'),
  });
});

const refresh = (token: unknown) => ask({ ...client, grant_type: 'refresh_token', refresh_token: String(token) });

test('a refresh token is used once, and the next one until it is revoked', async () => {
  const first = (await ask({ ...client, code: await code() })).refresh_token;
  const { refresh_token: second } = await refresh(first);
  await expect(refresh(first)).rejects.toMatchObject({ errorKey: 'grantRefused' });
  const { refresh_token: third } = await refresh(second);
  const revoked = (members: object) =>
    fetch(provider.token.replace(/token$/, 'revoke'), {
      method: 'POST',
      body: new URLSearchParams({ ...members, token: String(third) }),
    });
  expect((await revoked({})).status).toBe(401);
  expect((await revoked(client)).status).toBe(200);
  await expect(refresh(third)).rejects.toMatchObject({ message: expect.stringContaining('invalid_grant') });
});

const error = (name?: string) => JSON.stringify(name === undefined ? {} : { error: name });
const [callers, providers] = [
  { status: 400, errorKey: 'grantRefused' },
  { status: 502, errorKey: 'providerRefused' },
];

test.each<[GivenByCaller, number, string | undefined, object]>([
  ['code', 400, 'invalid_grant', callers],
  ['code', 401, 'invalid_client', providers],
  ['code', 400, undefined, providers],
  ['code', 500, 'invalid_grant', providers],
  ['all', 400, 'invalid_grant', callers],
  ['all', 401, 'invalid_client', callers],
  ['all', 400, 'unauthorized_client', callers],
  ['all', 403, undefined, callers],
  ['all', 400, 'temporarily_unavailable', providers],
  ['all', 400, 'server_error', providers],
  ['all', 404, undefined, providers],
  ['all', 429, undefined, providers],
  ['all', 503, 'invalid_grant', providers],
  ['nothing', 400, 'invalid_grant', providers],
  ['nothing', 401, undefined, providers],
])(
  'where the caller gave %s, a refusal with %d and the error %s is of the right side',
  async (given, status, name, problem) => {
    playground.failNext({ status, body: error(name) });
    await expect(ask({ ...client, code: 'c' }, undefined, undefined, given)).rejects.toMatchObject({
      ...problem,
      members: { providerStatus: status },
    });
  },
);

test('only the standard members of a refusal are shown, in printable characters and short', async () => {
  const body = JSON.stringify({
    error: 'bad\u0000<script>',
    error_description: 'x'.repeat(5_000),
    client_secret: 'repeated',
  });
  playground.failNext({ status: 400, body });
  const error = await ask({ ...client, code: 'c' }).catch((caught: Error) => caught);
  expect((error as Error).message).toContain('bad <script>');
  expect((error as Error).message).not.toContain('repeated');
  expect((error as Error).message.length).toBeLessThan(400);
});

test.each<[string, { status: number; body: string }, object]>([
  ['is not JSON', { status: 200, body: '<html>' }, { status: 502, errorKey: 'providerMalformed' }],
  ['is a list', { status: 200, body: '[]' }, { status: 502, errorKey: 'providerMalformed' }],
  ['is endless', { status: 200, body: ' '.repeat(200_000) }, { status: 502, errorKey: 'providerMalformed' }],
  ['leads elsewhere', { status: 302, body: '{}' }, { errorKey: 'providerRefused', members: { providerStatus: 302 } }],
])('an answer that %s is a problem of its own', async (_, answer, problem) => {
  playground.failNext(answer);
  await expect(ask({ ...client, code: 'c' })).rejects.toMatchObject(problem);
});

test('a provider that does not answer in time is 504', async () => {
  playground.failNext('hang');
  await expect(ask({ ...client, code: 'c' }, undefined, 50)).rejects.toMatchObject({
    status: 504,
    errorKey: 'providerTimedOut',
  });
});

test('a provider that cannot be reached is 502, and its URL is not shown', async () => {
  const nowhere = {
    displayName: 'Lindsay',
    address: 'http://127.0.0.1:1/token',
    form: {},
    givenByCaller: 'all',
  } as const;
  const error = await tokenEndpoints()
    .ask(nowhere)
    .catch((caught: Error) => caught);
  expect(error).toMatchObject({ status: 502, errorKey: 'providerUnreachable', cause: undefined });
  expect((error as Error).message).not.toContain('127.0.0.1');
});
