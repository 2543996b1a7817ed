import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Sends the body and then stalls, without an end. */
  hangs?: true;
}

/** A server of files that answers ranges, unless a test says otherwise. */
export async function startFiles(
  files: Record<string, Uint8Array>,
  otherwise: (path: string, range: string) => Answer | undefined = () => undefined,
) {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const range = headers.range ?? '';
    asked.push(`${url} ${range}`);
    const {
      status,
      headers: sent = {},
      body = '',
      hangs,
    } = otherwise(url, range) ?? part(files[url.split('?')[0] ?? ''], range);
    response.writeHead(status, sent);
    if (hangs) response.write(body);
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function part(file: Uint8Array | undefined, range: string): Answer {
  if (!file) return { status: 404 };
  const [from = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
  if (from >= file.length) return { status: 416 };
  const body = file.subarray(from, last + 1);
  const headers = { 'content-range': `bytes ${from}-${from + body.length - 1}/${file.length}` };
  return { status: 206, headers, body };
}

/** Objects in memory. */
export function objectsInMemory() {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    async put(key: string, content: string | Uint8Array) {
      objects.set(key, Buffer.from(content));
    },
    async getStream(key: string) {
      const found = objects.get(key);
      return found && once(found);
    },
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
