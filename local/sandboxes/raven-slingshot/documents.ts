import { header, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';

type Value = string | number | boolean | { [name: string]: Value | Value[] };
type Members = Record<string, Value | Value[]>;

/** A document as XML, or as JSON for a client that accepts it. Members of `SlingshotResponse` begin with a small letter in both. */
export function documentOf(
  request: Pick<SandboxRequest, 'headers'>,
  name: 'AccessKeyDetail' | 'PrescriptionMapDetail' | 'SlingshotIndex' | 'SlingshotResponse',
  members: Members,
  { status = 200, headers }: Pick<SandboxAnswer, 'headers'> & { status?: number } = {},
): SandboxAnswer {
  if ((header(request, 'accept') ?? '').includes('application/json')) return { status, headers, body: members };
  const namespace = `http://schemas.ravenslingshot.com/${name}/2010`;
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<${name} xmlns="${namespace}">${elements(members)}</${name}>`;
  return { status, headers: { 'content-type': 'application/xml; charset=utf-8', ...headers }, body };
}

/** An error, or a request for more time. */
export function response(
  request: Pick<SandboxRequest, 'headers'>,
  status: number,
  errorInfo: string,
  headers?: SandboxAnswer['headers'],
): SandboxAnswer {
  return documentOf(
    request,
    'SlingshotResponse',
    { status: 'INVALID_REQUEST', errorInfo, result: '' },
    { status, headers },
  );
}

function elements(members: Members): string {
  return Object.entries(members)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => element(name, one)))
    .join('');
}

function element(name: string, value: Value): string {
  const content = typeof value === 'object' ? elements(value) : escaped(String(value));
  return `<${name}>${content}</${name}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
