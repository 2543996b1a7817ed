import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapedContent } from '../../formats/markup.ts';
import { listen } from './http-listener.ts';

/** A call to a service that is not embedded. */
export interface UnservedCall {
  /** The service as its signature names it, such as `sns`. */
  service: string;
  /** The operation, or method and path if only these are known. */
  operation: string;
}

export interface UnservedOptions {
  host: string;
  port?: number;
  /** Called for every call, for the log. */
  onCall?: (call: UnservedCall) => void;
}

export interface UnservedEndpoint {
  endpoint: string;
  close(): Promise<void>;
}

/**
 * Starts the endpoint for `AWS_ENDPOINT_URL`, which receives every call to a service without its own endpoint, so that none can
 * reach a real account. It responds with 501, which SDKs do not retry, in the protocol that the client speaks.
 */
export async function startUnserved({ host, port = 0, onCall }: UnservedOptions): Promise<UnservedEndpoint> {
  const listener = await listen(
    async (request, response) => {
      const call = describeCall(request, await beginningOf(request));
      onCall?.(call);
      refuse(request, response, call);
    },
    { host, port },
  );
  return { endpoint: listener.endpoint, close: listener.close };
}

/** Enough for the `Action` of the query protocol, which is among the first parameters. */
const keptBytes = 64 * 1024;

async function beginningOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (text.length < keptBytes) text += chunk.toString('latin1', 0, keptBytes);
  }
  return text;
}

function describeCall(request: IncomingMessage, body: string): UnservedCall {
  const url = new URL(request.url ?? '/', 'http://unserved');
  const target = String(request.headers['x-amz-target'] ?? '').split('.');
  const rpc = /\/service\/([^/]+)\/operation\/([^/]+)$/.exec(url.pathname);
  const action = url.searchParams.get('Action') ?? new URLSearchParams(body).get('Action');
  const operation = target.at(-1) || rpc?.[2] || action || `${request.method} ${url.pathname}`;
  return { service: signedService(request, url) ?? (target[0] || rpc?.[1] || 'AWS'), operation };
}

function signedService({ headers }: IncomingMessage, url: URL): string | undefined {
  const scope =
    /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ?? url.searchParams.get('X-Amz-Credential');
  const fromAgent = /\bapi\/([\w-]+)/.exec(String(headers['x-amz-user-agent'] ?? headers['user-agent'] ?? ''))?.[1];
  return scope?.split('/').at(-2) ?? fromAgent?.toLowerCase();
}

const code = 'NotServedByTheEmbeddedCloud';

function refuse(request: IncomingMessage, response: ServerResponse, { service, operation }: UnservedCall): void {
  const message = `the embedded cloud does not serve ${service}.${operation}; nothing was sent to AWS`;
  const [type, body] = inProtocolOf(request, service, message);
  response.writeHead(501, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'x-amzn-errortype': code,
    ...(request.headers['smithy-protocol'] && { 'smithy-protocol': request.headers['smithy-protocol'] }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function inProtocolOf({ headers }: IncomingMessage, service: string, message: string): [string, string | Buffer] {
  const sent = headers['content-type'] ?? '';
  if (headers['smithy-protocol'] === 'rpc-v2-cbor') return ['application/cbor', cborMap({ __type: code, message })];
  if (sent.includes('form-urlencoded') || xmlServices.includes(service)) {
    const error = `<Error><Code>${code}</Code><Message>${escapedContent(message)}</Message></Error>`;
    if (service === 's3') return ['application/xml', error];
    if (service === 'ec2') return ['text/xml', `<Response><Errors>${error}</Errors></Response>`];
    return ['text/xml', `<ErrorResponse>${error}</ErrorResponse>`];
  }
  const type = sent.includes('json') ? sent : 'application/json';
  return [type, JSON.stringify({ __type: code, code, message, Message: message })];
}

/** REST services that always respond in XML. */
const xmlServices = ['s3', 's3-control', 'route53', 'cloudfront'];

/** A CBOR map of a few short texts (RFC 8949: major type 5 with pairs of major type 3). */
function cborMap(pairs: Record<string, string>): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(value).subarray(0, 0xffff);
    return Buffer.concat([Buffer.from([0x79, bytes.length >> 8, bytes.length & 0xff]), bytes]);
  };
  const entries = Object.entries(pairs);
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat().map(text)]);
}
