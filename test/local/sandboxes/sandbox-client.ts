import type { ConsentAccess } from '../../../local/sandboxes/sandbox-row.ts';

export interface Asked {
  status: number;
  headers: Headers;
  /** JSON as an object, everything else as text. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many forms as the wires.
  body: any;
  bytes: Buffer;
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: object | Buffer | URLSearchParams;
}

/** Makes a call without following redirects. */
export async function ask(url: string, { method = 'GET', headers = {}, body }: AskOptions = {}): Promise<Asked> {
  const isJson = body !== undefined && !Buffer.isBuffer(body) && !(body instanceof URLSearchParams);
  const response = await fetch(url, {
    method,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    ...(body !== undefined && {
      body: isJson ? JSON.stringify(body) : (body as Buffer<ArrayBuffer> | URLSearchParams),
    }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isDocument = /json/.test(response.headers.get('content-type') ?? '') && bytes.length > 0;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isDocument ? JSON.parse(bytes.toString()) : bytes.toString(),
  };
}

/** A call of the token endpoint, with the client in the form. */
export function askToken(
  { clientId, clientSecret }: ConsentAccess,
  url: string,
  form: Record<string, string>,
): Promise<Asked> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form });
  return ask(url, { method: 'POST', body });
}

/** Calls with the access token of a refresh token, which is used up. */
export async function signedIn(access: ConsentAccess & { url: string }, tokenPath: string) {
  const { body } = await askToken(access, `${access.url}${tokenPath}`, {
    grant_type: 'refresh_token',
    refresh_token: access.refreshToken,
  });
  const headers = { authorization: `Bearer ${body.access_token}` };
  const call = (path: string, options: AskOptions = {}) =>
    ask(path.startsWith('http') ? path : `${access.url}${path}`, {
      ...options,
      headers: { ...headers, ...options.headers },
    });
  const control = (method: string, path: string, given?: object) =>
    ask(`${access.url}/control${path}`, { method, ...(given && { body: given }) });
  return { call, control, accessToken: body.access_token as string, refreshToken: body.refresh_token as string };
}
