import { request as httpRequest } from 'node:http';
import { credentials, region } from '../../../local/credentials.ts';
import {
  type CredentialScope,
  canonicalRequest,
  formatTimestamp,
  scopeText,
  sha256Hex,
  signHex,
  signingAlgorithm,
  signingKey,
  stringToSign,
} from '../../../local/s3/access/signature.ts';

/** A hand-made request that the SDK would not send. */
export interface HandMadeRequest {
  method?: string;
  /** Path and query as sent on the wire. */
  target: string;
  headers?: Record<string, string>;
  /** Headers sent without being signed. */
  unsignedHeaders?: Record<string, string>;
  payload?: string;
  body?: string | Buffer | Buffer[];
  now?: number;
  accessKeyId?: string;
  secret?: string;
  scope?: Partial<CredentialScope>;
}

export interface Signed {
  headers: Record<string, string>;
  scope: CredentialScope;
  timestamp: string;
  key: Buffer;
  signature: string;
}

/** Signs as a client does. `signature.ts` itself is compared with published examples in its own test. */
export function sign(endpoint: string, request: HandMadeRequest): Signed {
  const timestamp = formatTimestamp(request.now ?? Date.now());
  const scope = {
    accessKeyId: request.accessKeyId ?? credentials.accessKeyId,
    date: timestamp.slice(0, 8),
    region,
    service: 's3',
    ...request.scope,
  };
  const body = Array.isArray(request.body) ? Buffer.concat(request.body) : Buffer.from(request.body ?? '');
  const payload = request.payload ?? sha256Hex(body);
  const headers: Record<string, string> = {
    host: new URL(endpoint).host,
    'x-amz-content-sha256': payload,
    'x-amz-date': timestamp,
    ...request.headers,
  };
  const [rawPath = '', query = ''] = request.target.split('?');
  const key = signingKey(request.secret ?? credentials.secretAccessKey, scope);
  const signedHeaders = Object.entries(headers)
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const canonical = canonicalRequest({
    method: request.method ?? 'GET',
    rawPath,
    query: query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return { name: decodeURIComponent(name), value: decodeURIComponent(value) };
      }),
    headers: signedHeaders,
    payload,
  });
  const signature = signHex(key, stringToSign(timestamp, scope, canonical));
  const names = signedHeaders.map(({ name }) => name).join(';');
  const credential = `${scope.accessKeyId}/${scopeText(scope)}`;
  return {
    headers: {
      ...headers,
      authorization: `${signingAlgorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
    },
    scope,
    timestamp,
    key,
    signature,
  };
}

export interface HandMadeAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  code: string;
  message: string;
}

export function sendSigned(endpoint: string, request: HandMadeRequest): Promise<HandMadeAnswer> {
  const { headers } = sign(endpoint, request);
  return send(endpoint, { ...request, headers: { ...headers, ...request.unsignedHeaders } });
}

/** Sends exactly these headers and this path, which `fetch` would normalise. */
export function send(endpoint: string, { method = 'GET', target, headers = {}, body = '' }: HandMadeRequest) {
  const chunks = Array.isArray(body) ? body : [Buffer.from(body)];
  const length = String(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  return new Promise<HandMadeAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(endpoint);
    const request = httpRequest(
      { hostname, port, method, path: target, headers: { 'content-length': length, ...headers }, agent: false },
      (response) => {
        const received: Buffer[] = [];
        response.on('data', (chunk) => received.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(received).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            code: /<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? '',
            message: /<Message>(.*?)<\/Message>/s.exec(text)?.[1] ?? '',
          });
        });
      },
    );
    request.on('error', reject);
    for (const chunk of chunks) if (chunk.length > 0) request.write(chunk);
    request.end();
  });
}
