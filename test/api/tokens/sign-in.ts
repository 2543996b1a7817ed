import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { newId } from '../../../adapters/system.ts';
import { type Client, defaultLifetimes } from '../../../domain/access/client.ts';
import { cloud } from '../cloud.ts';
import { type Answer, identity, request } from '../owner.ts';

export const password = 'correct horse battery';
export const realm = '/auth/realms/furrow';

export interface Tokens {
  access_token: string;
  expires_in: number;
  refresh_expires_in: number;
  refresh_token: string;
  token_type: string;
}

export interface OAuthError {
  error: string;
  error_description: string;
}

/** Creates an OAuth client of one test. */
export async function freshClient(lifetimes: Partial<Client> = {}): Promise<Client> {
  const client = { id: `client-${newId()}`, ...defaultLifetimes, ...lifetimes };
  await identity.putClient(client);
  return client;
}

export function signIn<T = { id_token: string }>(
  username: string,
  given: string,
  rememberMe?: unknown,
): Promise<Answer<T>> {
  return request('POST', '/api/authenticate', { json: { username, password: given, rememberMe } });
}

/** Calls the token endpoint; null leaves a parameter out. */
export function askForTokens<T = Tokens>(form: Record<string, string>): Promise<Answer<T>> {
  return request('POST', `${realm}/protocol/openid-connect/token`, { body: new URLSearchParams(form) });
}

/** Signs in as from another machine. */
export async function signInFrom(localAddress: string, username: string, given: string) {
  return new Promise<{ status: number; retryAfter: number; body: unknown }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = httpRequest(`${cloud.baseUrl}/api/authenticate`, { method: 'POST', localAddress, headers });
    sent.once('error', reject);
    sent.once('response', async (response) => {
      const retryAfter = Number(response.headers['retry-after']);
      resolve({ status: response.statusCode ?? 0, retryAfter, body: await json(response) });
    });
    sent.end(JSON.stringify({ username, password: given }));
  });
}
