import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '../http-listener.ts';
import { type ScriptedAccount, type ScriptedList, scriptedAccount } from './scripted-account.ts';

/** What is answered to a sign-in. */
export interface Granted {
  account: string;
  scopes?: string[];
  obtained?: Record<string, string>;
}

export interface ScriptedProvider {
  /** What a link names as its address. */
  endpoint: string;
  /** The account of this name, made when it is asked for the first time. */
  account(name: string): ScriptedAccount;
  /** Signs in with this secret are answered with the account, its scopes and what is obtained. */
  grant(secret: string, granted: Granted): void;
  /** What the next requests are answered instead of their answers, one after the other. */
  failNext(...answers: { status: number; headers?: Record<string, string>; body?: string }[]): void;
  /** Paths that were asked for, the oldest first. */
  asked: string[];
  close(): Promise<void>;
}

/** So small that a demo already takes several pages. */
const changesPerPage = 20;

const lists = new Set<string>(['growers', 'farms', 'fields']);

/**
 * A provider that does what it is told, on loopback: GET `/{account}/organizations`; GET `/{account}/growers`, `/farms` and `/fields` with `?since=` a mark,
 * and `/{account}/fields/{id}/boundaries`; PUT `/{account}/received/{id}` takes a field, and POST `/sign-in` the members of a credential. It stands for
 * the real ones until they can be called.
 */
export async function startScriptedProvider({ port = 0 } = {}): Promise<ScriptedProvider> {
  const accounts = new Map<string, ReturnType<typeof scriptedAccount>>();
  const failures: { status: number; headers?: Record<string, string>; body?: string }[] = [];
  const grants = new Map<string, Granted>();
  const asked: string[] = [];
  const accountOf = (name: string) => {
    const known = accounts.get(name) ?? scriptedAccount();
    accounts.set(name, known);
    return known;
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
      if (request.method === 'POST' && url.pathname === '/sign-in') return signIn(request, response, grants);
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
    asked,
    close: () => listener.close(),
  };
}

/** Answers the account of a secret, and repeats all that was sent, as careless providers do. */
async function signIn(request: IncomingMessage, response: ServerResponse, grants: Map<string, Granted>): Promise<void> {
  const members = (await json(request)) as Record<string, string>;
  const granted = Object.values(members).flatMap((value) => grants.get(value) ?? [])[0];
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

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
