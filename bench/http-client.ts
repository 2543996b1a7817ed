import { createReadStream, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** One request; its response's body is discarded unless it is wanted. */
export interface Asked {
  url: string;
  token?: string;
  method?: string;
  body?: Body;
}

/** A body, read anew for every request. */
export interface Body {
  contentType: string;
  length: number;
  open(): Readable | Buffer;
}

/** A response outside 2xx. */
export class Refused extends Error {
  readonly status: number;

  constructor(asked: string, status: number, body: string) {
    super(`${asked}: ${status} ${body}`);
    this.status = status;
  }
}

export interface HttpClient {
  /** @throws Refused for a response outside 2xx: a benchmark of errors says nothing. */
  ask(asked: Asked): Promise<{ body: Buffer; link: string | undefined }>;
  close(): void;
}

/** A client as lean as Node allows, so that it takes little of the processor from what is measured. Keeps its connections. */
export function httpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true });
  return {
    ask: ({ url, token, method = 'GET', body }) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': body.contentType, 'content-length': body.length }),
        };
        const sent = request(url, { method, agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('end', () => {
            const answer = Buffer.concat(chunks);
            const { statusCode = 500 } = response;
            if (statusCode < 300) resolve({ body: answer, link: response.headers.link?.toString() });
            else reject(new Refused(`${method} ${url}`, statusCode, answer.toString()));
          });
          response.once('error', reject);
        });
        sent.once('error', reject);
        const content = body?.open();
        if (content instanceof Readable) pipeline(content, sent).catch(reject);
        else sent.end(content);
      }),
    close: () => agent.destroy(),
  };
}

/** A body in JSON. */
export function json(value: unknown): Body {
  const bytes = Buffer.from(JSON.stringify(value));
  return { contentType: 'application/json', length: bytes.length, open: () => bytes };
}

/** A form with one file, from memory or, given its path, from the disk. */
export function form(name: string, fileName: string, file: Buffer | string): Body {
  const boundary = 'furrow-bench-form';
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
      'Content-Type: application/zip\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = typeof file === 'string' ? statSync(file).size : file.length;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + length + tail.length,
    open: () => (typeof file === 'string' ? Readable.from(parts(head, file, tail)) : Buffer.concat([head, file, tail])),
  };
}

async function* parts(head: Buffer, path: string, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  yield* createReadStream(path, { highWaterMark: 1024 * 1024 });
  yield tail;
}
