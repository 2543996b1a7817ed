import { randomBytes, scryptSync } from 'node:crypto';
import { identityStore } from '../../adapters/aws/dynamodb/identity/identity-store.ts';
import { signingKeyStore } from '../../adapters/aws/dynamodb/identity/signing-key-store.ts';
import { kmsSealer } from '../../adapters/aws/kms/sealer.ts';
import { tokenIssuer } from '../../adapters/jose/token-issuer.ts';
import { scryptPasswords } from '../../adapters/secrets/scrypt-passwords.ts';
import { newId } from '../../adapters/system.ts';
import { newOwner } from '../../domain/access/new-owner.ts';
import type { Owner } from '../../domain/access/owner.ts';
import type { Passwords } from '../../domain/access/password.ts';
import type { TokenKind } from '../../domain/access/token.ts';
import { cloud, cloudClock, kms, table, variable } from './cloud.ts';

export const identityTables = { identity: table('identity'), owners: table('owners') };

/** The store of owners, clients and tokens, as the command line uses it. */
export const identity = identityStore(identityTables);
export const signingKeys = signingKeyStore(identityTables);
export const sealer = kmsSealer(variable('SECRETS_KEY_ID'), cloudClock, kms);
export const issuer = tokenIssuer({ keys: signingKeys, sealer, clock: cloudClock, newId });

/** The API's own password hashes, which are slow on purpose, at a cost that tests can afford: the hash records its cost. */
const quickPasswords: Pick<Passwords, 'hash'> = {
  async hash(password) {
    const [N, r, p, salt] = [16, 1, 1, randomBytes(16)];
    const key = scryptSync(password, salt, 32, { N, r, p });
    return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
  },
};

/** The response to one request. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Sent {
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** `id`: the base with a legacy token; `access`: `/v2` with an OAuth token. */
  stage?: TokenKind;
  /** A token instead of the owner's own. */
  token?: string;
}

/** An API owner of one test file, and its requests to the API. */
export interface TestOwner {
  owner: Owner;
  /** A token signed by the real keys; `lifetimeSeconds` may be negative. */
  token(kind: TokenKind, lifetimeSeconds?: number): Promise<string>;
  call<T>(method: string, path: string, sent?: Sent): Promise<Answer<T>>;
  get<T>(path: string, sent?: Sent): Promise<Answer<T>>;
  post<T>(path: string, json?: unknown, sent?: Sent): Promise<Answer<T>>;
}

export interface NewTestOwner {
  /** The username, a unique one by default. */
  username?: string;
  password?: string;
  /** Whether to hash the password as for a real owner. */
  slowly?: boolean;
  /** The permissions, all of them by default. */
  permissions?: Owner['permissions'];
}

/** Creates an owner straight in the tables. */
export async function freshOwner({
  username = `owner-${newId()}@test.example`,
  password = 'never used',
  slowly,
  permissions,
}: NewTestOwner = {}): Promise<TestOwner> {
  const passwords = { ...scryptPasswords(), ...(!slowly && quickPasswords) };
  const account = await newOwner({ username, password, ...(permissions && { permissions }) }, { passwords, newId });
  await identity.createAccount(account);
  return asOwner(account.owner);
}

/** A client that sends requests for an owner. */
export function asOwner(owner: Owner): TestOwner {
  const issued = new Map<TokenKind, { token: string; until: number }>();

  const token: TestOwner['token'] = async (kind, lifetimeSeconds = 3_600) => {
    const realm = `${cloud.baseUrl}/auth/realms/furrow`;
    return (await issuer.issue({ owner, at: cloudClock.now(), kind, lifetimeSeconds, issuer: realm })).token;
  };

  const current = async (kind: TokenKind) => {
    const known = issued.get(kind);
    if (known && known.until > cloudClock.now()) return known.token;
    const made = { token: await token(kind), until: cloudClock.now() + 3_000_000 };
    issued.set(kind, made);
    return made.token;
  };

  const call: TestOwner['call'] = async (method, path, { token: given, stage = 'id', headers, ...sent } = {}) =>
    request(method, path, {
      ...sent,
      stage,
      headers: { authorization: `Bearer ${given ?? (await current(stage))}`, ...headers },
    });

  return {
    owner,
    token,
    call,
    get: (path, sent) => call('GET', path, sent),
    post: (path, json, sent) => call('POST', path, { json, ...sent }),
  };
}

/** One request to the API, without any token. Redirects are not followed. */
export async function request<T>(
  method: string,
  path: string,
  { json, body, headers, stage = 'id' }: Omit<Sent, 'token'> = {},
): Promise<Answer<T>> {
  const url = path.startsWith('http') ? path : `${cloud.baseUrl}${stage === 'access' ? '/v2' : ''}${path}`;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = text !== '' && /[/+]json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
}
