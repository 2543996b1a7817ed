import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { escapedContent } from '../../formats/markup.ts';

/** XML elements by name; undefined is left out. */
export interface Elements {
  [name: string]: string | number | Elements | undefined;
}

const nameSpace = 'https://sts.amazonaws.com/doc/2011-06-15/';

/** The response of an operation. */
export function resultDocument(operation: string, result: Elements): string {
  const body = { [`${operation}Result`]: result, ResponseMetadata: { RequestId: randomUUID() } };
  return `<${operation}Response xmlns="${nameSpace}">${written(body)}</${operation}Response>`;
}

/** The response of a failed operation. */
export function errorDocument(code: string, message: string): string {
  const body = { Error: { Type: 'Sender', Code: code, Message: message }, RequestId: randomUUID() };
  return `<ErrorResponse xmlns="${nameSpace}">${written(body)}</ErrorResponse>`;
}

function written(elements: Elements): string {
  return Object.entries(elements)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `<${name}>${typeof value === 'object' ? written(value) : escapedContent(String(value))}</${name}>`,
    )
    .join('');
}

/** Far above the maximum size of a policy, the longest parameter. */
const maximumBodyBytes = 256 * 1024;

/** The parameters of a call, from the URL of a GET or the form of a POST. Undefined when they are too long. */
export async function readParameters(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const query = new URL(request.url ?? '/', 'http://sts').search;
  if (request.method === 'GET') return new URLSearchParams(query);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximumBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
