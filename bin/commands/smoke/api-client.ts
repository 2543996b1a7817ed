import { setTimeout as sleep } from 'node:timers/promises';

const lookAgainMilliseconds = 1_000;

/** Calls of the public API without any retry: a smoke test shows what callers meet. */
export interface ApiClient {
  /** The JSON of a response, or undefined where it has none. @throws Error with the request, the status and the words of the API. */
  ask<T = unknown>(method: string, path: string, body?: object | string | FormData): Promise<T>;
  /** The bytes of a response, after redirects. */
  bytes(method: string, path: string, body: string): Promise<Buffer>;
  /** Repeats a request until its answer is as wanted, or the time of the whole walk is up. */
  until<T>(path: string, isWanted: (answer: T) => boolean): Promise<T>;
}

/** @param token a bearer token; absent for the request that asks for one. */
export function apiClient(baseUrl: string, signal: AbortSignal, token?: string): ApiClient {
  const send = async (method: string, path: string, body?: object | string | FormData): Promise<Response> => {
    const isText = typeof body === 'string';
    const isForm = body instanceof FormData;
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': isText ? 'text/plain' : 'application/json' }),
    };
    const sent = isText || isForm ? body : body && JSON.stringify(body);
    const response = await fetch(baseUrl + path, { method, headers, signal, ...(sent && { body: sent }) });
    if (response.ok) return response;
    throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  };
  const ask: ApiClient['ask'] = async (method, path, body) => {
    const text = await (await send(method, path, body)).text();
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    ask,
    bytes: async (method, path, body) => Buffer.from(await (await send(method, path, body)).arrayBuffer()),
    async until<T>(path: string, isWanted: (answer: T) => boolean) {
      for (;;) {
        const answer = await ask<T>('GET', path);
        if (isWanted(answer)) return answer;
        await sleep(lookAgainMilliseconds, undefined, { signal });
      }
    },
  };
}
