import { type ReadonlySignal, signal } from '@preact/signals';
import { ApiProblem, request, requestFile } from '../../api/client.ts';
import type { ConsoleApi } from './console-api.ts';

export interface Credentials {
  username: string;
  password: string;
  clientId: string;
}

export type SessionState =
  | { step: 'opening' }
  /** @property reason why the last attempt failed, or why the session ended. */
  | { step: 'signedOut'; reason?: string }
  | { step: 'open'; username: string };

/** The session of this page. Its tokens are in the memory of the page only: a reload, another tab or the end of the page ends it. */
export interface Session {
  state: ReadonlySignal<SessionState>;
  api: ConsoleApi;
  /** Whether the page is on the machine that Furrow runs on, with the demo owner, whose sample farm may still be arriving. */
  isHome: boolean;
  /** Signs in; `state` says how it ended. */
  signIn(credentials: Credentials): Promise<void>;
  signOut(): void;
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

const tokenPath = '/auth/realms/furrow/protocol/openid-connect/token';
/** An access token that ends within this time is renewed before it is used. */
const minMilliseconds = 30_000;
/** A redirect to the storage would take the token along in older browsers: its URL is asked for instead. */
const jsonOrLink = 'application/json, application/vnd.furrow.link+json';

/**
 * A session that has not begun.
 *
 * @param root the URL of the API without a stage.
 * @param isHome see `Session`.
 * @param now milliseconds of a clock that only moves forward.
 */
export function newSession(root: string, isHome: boolean, now: () => number): Session {
  const state = signal<SessionState>({ step: 'opening' });
  let held: { accessToken: string; refreshToken: string; renewAt: number } | undefined;
  let clientId = '';
  let renewing: Promise<void> | undefined;

  const take = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: clientId, ...form });
    const issued = await request<Tokens>(`${root}${tokenPath}`, { method: 'POST', body });
    held = {
      accessToken: issued.access_token,
      refreshToken: issued.refresh_token,
      renewAt: now() + issued.expires_in * 1_000 - minMilliseconds,
    };
  };

  const end = (reason?: string) => {
    held = undefined;
    state.value = { step: 'signedOut', ...(reason !== undefined && { reason }) };
  };

  /** All requests that wait for a token share one renewal: a refresh token is exchanged once. */
  const renew = () => {
    renewing ??= take({ grant_type: 'refresh_token', refresh_token: held?.refreshToken ?? '' })
      .catch((error) => {
        if (isRefused(error)) end('The session has ended. Please sign in again.');
        throw error;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };

  const authorized = async <T>(work: (authorization: string) => Promise<T>): Promise<T> => {
    if (!held) throw new ApiProblem(401, 'signedOut', 'Nobody is signed in.');
    if (now() >= held.renewAt) await renew();
    const used = held?.accessToken;
    try {
      return await work(`Bearer ${used}`);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 401) || !held) throw error;
      if (held.accessToken === used) await renew();
      return work(`Bearer ${held.accessToken}`);
    }
  };

  const base = `${root}/v2`;
  const absolute = (path: string) => (path.startsWith('/') ? `${base}${path}` : path);
  const send: ConsoleApi['send'] = (method, path, body, signal) =>
    authorized((authorization) => {
      const headers = { authorization, accept: jsonOrLink };
      return request(absolute(path), { method, body, signal, headers });
    });

  return {
    state,
    isHome,
    api: {
      base,
      send,
      get: (path, signal) => send('GET', path, undefined, signal),
      marked: <T>(path: string) =>
        authorized(async (authorization) => {
          let isSynthetic = false;
          const onHeaders = (given: Headers) => {
            isSynthetic = given.get('x-furrow-upstream') === 'stand-in';
          };
          const headers = { authorization, accept: jsonOrLink };
          return { body: await request<T>(absolute(path), { method: 'GET', headers, onHeaders }), isSynthetic };
        }),
      post: (path, body, signal) => send('POST', path, body, signal),
      file: (method, path, body, signal) =>
        authorized((authorization) =>
          requestFile(absolute(path), { method, body, signal, headers: { authorization, accept: '*/*' } }),
        ),
      link: (path, signal) =>
        authorized(async (authorization) => {
          const headers = { authorization, accept: 'application/vnd.furrow.link+json' };
          return (await request<{ url: string }>(absolute(path), { method: 'GET', headers, signal })).url;
        }),
    },
    async signIn({ username, password, clientId: client }) {
      clientId = client;
      try {
        await take({ grant_type: 'password', username, password });
        state.value = { step: 'open', username };
      } catch (error) {
        end(signInProblem(error));
      }
    },
    signOut: () => end(),
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429;
}

function signInProblem(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.status === 0) return 'The server did not answer. Please try again.';
  if (error.status === 429) return 'There were too many attempts. Please wait some minutes.';
  return isRefused(error) ? 'Username, password and client ID do not belong together.' : error.message;
}
