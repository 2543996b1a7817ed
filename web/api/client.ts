/** The API that a component calls, and its key. */
export interface Access {
  /** The base URL of the API. */
  base: string;
  apiKey: string;
  svcUser: string;
}

/** The context of a call; the key may be renewed while uploads are running. */
interface Caller extends Omit<Access, 'apiKey'> {
  key(): string;
}

/** A failed call with the details of its problem document; status 0 if there was no response. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly errorKey: string;

  constructor(status: number, errorKey: string, detail: string) {
    super(detail);
    this.status = status;
    this.errorKey = errorKey;
  }
}

export interface Api {
  svcUser: string;
  /** @throws ApiProblem */
  call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  /** @throws ApiProblem */
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** The short-lived URL of a download. @throws ApiProblem */
  link(path: string, signal?: AbortSignal): Promise<string>;
}

/** Calls of the API with a key. */
export function apiOf({ base, svcUser, key }: Caller): Api {
  const call: Api['call'] = (method, path, body, signal) =>
    request(`${base}${path}`, { method, body, headers: { 'x-api-key': key() }, signal });
  return {
    svcUser,
    call,
    get: (path, signal) => call('GET', path, undefined, signal),
    async link(path, signal) {
      const headers = { 'x-api-key': key(), accept: 'application/vnd.furrow.link+json' };
      return (await request<{ url: string }>(`${base}${path}`, { method: 'GET', headers, signal })).url;
    },
  };
}

interface Sent {
  method: string;
  /** JSON, a form, or a blob, whose type is the type of the content. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Called with the headers of a successful response. */
  onHeaders?(headers: Headers): void;
}

/**
 * Sends JSON, a form or a text and returns the JSON of the response.
 *
 * @throws ApiProblem
 * @example const signIn = await request<DemoSignIn>(`${base}/web/demo.json`, { method: 'GET' });
 */
export async function request<T>(url: string, sent: Sent): Promise<T> {
  return parse(await answered(url, { ...sent, read: (answer) => answer.text() })) as T;
}

/** Sends the same and returns the bytes of the response. @throws ApiProblem */
export const requestFile = (url: string, sent: Sent): Promise<Blob> =>
  answered(url, { ...sent, read: (answer) => answer.blob() });

interface Read<T> extends Sent {
  read(answer: Response): Promise<T>;
}

async function answered<T>(url: string, { method, body, headers = {}, signal, onHeaders, read }: Read<T>): Promise<T> {
  const isTyped = body instanceof URLSearchParams || body instanceof Blob;
  // The browser itself names the type of a form and of a blob.
  const type = body === undefined || isTyped ? {} : { 'content-type': 'application/json' };
  let answer: Response;
  let problem: string;
  try {
    answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...type, ...headers },
      ...(body !== undefined && { body: isTyped ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
      credentials: 'omit',
      cache: 'no-store',
    });
    if (answer.ok) {
      onHeaders?.(answer.headers);
      return await read(answer);
    }
    problem = await answer.text();
  } catch (error) {
    throw new ApiProblem(0, 'noAnswer', error instanceof Error ? error.message : 'no answer');
  }
  const { errorKey = '', detail = '' } = (parse(problem) ?? {}) as { errorKey?: string; detail?: string };
  throw new ApiProblem(answer.status, errorKey, detail);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
