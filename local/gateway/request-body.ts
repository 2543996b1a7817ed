import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client that sends nothing for this time has disconnected, in milliseconds. */
const maxPause = 60_000;

/** How long a client may continue to send a body that is not read before its connection is closed, in milliseconds. */
const patience = 2_000;

/** Reads the whole body into memory, up to the limit. Undefined when there is none. */
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

/** Closes the connection of a client whose request was not read to its end, after a moment in which it can read the response. */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  request.resume();
  const cut = setTimeout(() => request.complete || request.socket.destroy(), patience);
  cut.unref();
  response.once('close', () => request.complete && clearTimeout(cut));
}
