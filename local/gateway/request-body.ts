import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client that sends nothing for so long has gone, in milliseconds. */
const maxPause = 60_000;

/** How long a client may go on sending a body that is not read before it is cut off, in milliseconds. */
const patience = 2_000;

/** Reads the whole body into memory, but never more than the limit. Undefined when there is none. */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Buffer | undefined | 'too large' | 'aborted'> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) return Promise.resolve('too large');
  // Most requests have no body and need no waiting.
  if (announced === 0 && request.headers['transfer-encoding'] === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.setTimeout(maxPause, () => request.destroy());
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else finish('too large');
    });
    request.on('end', () => finish(Buffer.concat(chunks, size)));
    request.on('error', () => finish('aborted'));
    request.on('close', () => finish('aborted'));

    function finish(result: Buffer | 'too large' | 'aborted'): void {
      request.setTimeout(0);
      chunks.length = 0;
      resolve(result);
    }
  });
}

/** After an answer that came before the request's end: the client gets a moment to read it, then its connection is cut. */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  request.resume();
  const cut = setTimeout(() => request.complete || request.socket.destroy(), patience);
  cut.unref();
  response.once('close', () => request.complete && clearTimeout(cut));
}
