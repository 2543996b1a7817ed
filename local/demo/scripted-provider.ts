import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '../http/http-listener.ts';
import { type ScriptedAccount, type ScriptedList, scriptedAccount } from './scripted-account.ts';

/** The answer to a sign-in. */
export interface Granted {
  account: string;
  scopes?: string[];
  obtained?: Record<string, string>;
}

export interface ScriptedProvider {
  /** The base URL for links. */
  endpoint: string;
  /** The account with this name, created when it is first used. */
  account(name: string): ScriptedAccount;
  /** Sign-ins with this secret return the account, its scopes and the obtained tokens. */
  grant(secret: string, granted: Granted): void;
  /** Sets the responses to the next requests, in order. */
  failNext(...answers: { status: number; headers?: Record<string, string>; body?: string }[]): void;
  /** Takes back the failures that are left. */
  forgetFailures(): void;
  /** Requested paths, the oldest first. */
  asked: string[];
  close(): Promise<void>;
}

/** Size of a page, small enough that the demo needs several pages. */
const changesPerPage = 20;

const lists = new Set<string>(['growers', 'farms', 'fields']);

/**
 * A provider on loopback that follows a script: GET `/{account}/organizations`; GET `/{account}/growers`, `/farms` and `/fields` with `?since=` a mark,
 * and `/{account}/fields/{id}/boundaries`; pages of the grower at `/{account}/consent/{organization}` and `/{account}/access`; PUT `/{account}/received/{id}` takes a field, and POST `/sign-in` the members of a credential. It stands for
 * the real ones until they can be called.
 */
export async function startScriptedProvider({ port = 0 } = {}): Promise<ScriptedProvider> {
  const accounts = new Map<string, ReturnType<typeof scriptedAccount>>();
  const failures: { status: number; headers?: Record<string, string>; body?: string }[] = [];
  const grants = new Map<string, Granted>();
  const asked: string[] = [];
  const tokensOf = new Map<string, Set<string>>();
  const revoked = new Set<string>();
  const accountOf = (name: string) => {
    const known = accounts.get(name) ?? scriptedAccount();
    accounts.set(name, known);
    return known;
  };

  /** The provider's pages for growers: the consent for one organization, and the access as a whole. */
  const growersPage = (url: URL): string | undefined => {
    const [name = '', page = '', id] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const known = accounts.get(name);
    const isDone = url.searchParams.has('answer');
    if (!known || (page !== 'consent' && page !== 'access')) return undefined;
    if (isDone && page === 'access') for (const token of tokensOf.get(name) ?? []) revoked.add(token);
    const organization = known.organizations().find((one) => one.id === id);
    if (isDone && organization) {
      known.account.putOrganization({ ...organization, managementUri: `${url.origin}/${name}/connections-dialog` });
    }
    const asked = page === 'access' ? 'End the access' : `Give access to ${organization?.name ?? ''}`;
    return isDone
      ? '<h1>Done</h1>'
      : `<h1>The provider, played</h1><p><a id="answer" href="?answer=yes">${asked}</a></p>`;
  };

  const answer = async (request: IncomingMessage, url: URL): Promise<unknown> => {
    const [name = '', list = '', id, part] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const known = accounts.get(name);
    if (request.method === 'PUT' && list === 'received' && id) {
      known?.account.received.set(id, await json(request));
      return known && {};
    }
    if (list === 'organizations') return known?.organizations();
    if (id === undefined) {
      return lists.has(list)
        ? known?.changes(list as ScriptedList, url.searchParams.get('since'), changesPerPage)
        : undefined;
    }
    return list === 'fields' && part === 'boundaries' ? known?.boundaries(id) : undefined;
  };

  const listener = await listen(
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://provider');
      asked.push(`${url.pathname}${url.search}`);
      const failure = failures.shift();
      if (failure) return send(response, failure.status, failure.body ?? '{}', failure.headers);
      if (request.method === 'POST' && url.pathname === '/sign-in')
        return signIn(request, response, { grants, tokensOf, revoked });
      const page =
        request.method === 'GET' ? growersPage(new URL(url.pathname + url.search, listener.endpoint)) : undefined;
      if (page) return sendPage(response, page);
      const found = await answer(request, url);
      send(response, found ? 200 : 404, JSON.stringify(found ?? {}));
    },
    { host: '127.0.0.1', port, graceMilliseconds: 0 },
  );

  return {
    endpoint: listener.endpoint,
    account: (name) => accountOf(name).account,
    grant: (secret, granted) => {
      grants.set(secret, granted);
    },
    failNext: (...answers) => {
      failures.push(...answers);
    },
    forgetFailures: () => {
      failures.length = 0;
    },
    asked,
    close: () => listener.close(),
  };
}

interface SignIns {
  grants: Map<string, Granted>;
  /** Refresh tokens by their account. */
  tokensOf: Map<string, Set<string>>;
  /** Refresh tokens whose grower has revoked the access. */
  revoked: Set<string>;
}

/** Responds with the account of a secret, and repeats everything that was sent, as careless providers do. */
async function signIn(
  request: IncomingMessage,
  response: ServerResponse,
  { grants, tokensOf, revoked }: SignIns,
): Promise<void> {
  const members = (await json(request)) as Record<string, string>;
  const { refreshToken = '' } = members;
  const known = Object.values(members).flatMap((value) => grants.get(value) ?? [])[0];
  const granted = revoked.has(refreshToken) ? undefined : known;
  if (granted && refreshToken) {
    tokensOf.set(granted.account, new Set([...(tokensOf.get(granted.account) ?? []), refreshToken]));
  }
  const headers = {
    'set-cookie': `session=${Object.values(members)[0]}`,
    'x-echo': encodeURIComponent(JSON.stringify(members)),
  };
  const body = granted ?? {
    error: 'invalid_grant',
    received: members,
    words: `I do not know ${Object.values(members).join(' ')}`,
  };
  send(response, granted ? 200 : 401, JSON.stringify(body), headers);
}

function sendPage(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>Played</title>${body.replaceAll('&', '&amp;')}</html>`);
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
