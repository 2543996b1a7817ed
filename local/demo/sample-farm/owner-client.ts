import { setTimeout as sleep } from 'node:timers/promises';

/** How often a request is repeated that met a lock of an earlier process or a service that is still starting. */
const maxAttempts = 30;
const attemptAgainMilliseconds = 2_000;

/** A refused request, with the words of the API. */
export class RequestRefused extends Error {
  readonly status: number;

  constructor(request: string, status: number, text: string) {
    super(`${request}: ${status} ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Calls of the public API as the demo owner. All throw `RequestRefused`, and `AbortError` when Furrow stops. */
export interface OwnerClient {
  /** The bearer token of all requests. */
  token: string;
  get<T>(path: string): Promise<T>;
  /** @param key makes a repeated request answer as the first one did. */
  post<T>(path: string, body: object, key: string): Promise<T>;
  put(path: string): Promise<void>;
  upload<T>(path: string, file: { name: string; content: Uint8Array }, key: string): Promise<T>;
}

export interface SignIn {
  username: string;
  password: string;
}

export async function signedIn(
  baseUrl: string,
  { username, password }: SignIn,
  signal: AbortSignal,
): Promise<OwnerClient> {
  const json = { 'content-type': 'application/json' };

  const once = async (method: string, path: string, init: RequestInit): Promise<Response | undefined> => {
    const response = await fetch(`${baseUrl}${path}`, { method, ...init, signal });
    if (response.ok) return response;
    const isLocked = response.status === 409 && response.headers.has('retry-after');
    const text = await response.text();
    if (isLocked || response.status === 429 || response.status >= 500) return undefined;
    throw new RequestRefused(`${method} ${path}`, response.status, text);
  };
  const send = async <T>(method: string, path: string, init: RequestInit = {}): Promise<T> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const response = await once(method, path, init);
      if (response) return (await response.json()) as T;
      await sleep(attemptAgainMilliseconds, undefined, { signal });
    }
    throw new RequestRefused(`${method} ${path}`, 503, `no answer in ${maxAttempts} attempts`);
  };

  const body = JSON.stringify({ username, password });
  const { id_token } = await send<{ id_token: string }>('POST', '/api/authenticate', { headers: json, body });
  const bearer = { authorization: `Bearer ${id_token}` };
  return {
    token: id_token,
    get: (path) => send('GET', path, { headers: bearer }),
    post: (path, sent, key) =>
      send('POST', path, { headers: { ...bearer, ...json, 'idempotency-key': key }, body: JSON.stringify(sent) }),
    put: async (path) => void (await send('PUT', path, { headers: bearer })),
    upload(path, { name, content }, key) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(content)]), name);
      return send('POST', path, { headers: { ...bearer, 'idempotency-key': key }, body: form });
    },
  };
}
