import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Piece, SandboxAnswer } from './exchange.ts';

/** How much of a file is in memory at a time. */
const chunkBytes = 1024 * 1024;

/** @param isCut closes the connection in the middle of the body. */
export async function send(
  response: ServerResponse,
  method: string,
  { status, headers = {}, body, piece }: SandboxAnswer,
  isCut = false,
): Promise<void> {
  const whole = piece ?? pieceOf(body);
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const length = whole.end - whole.start;
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, {
    ...(isJson && { 'content-type': 'application/json' }),
    ...(hasBody && { 'content-length': length }),
    ...headers,
  });
  if (!hasBody || method === 'HEAD') return void response.end();
  const end = isCut ? whole.start + Math.floor(length / 2) : whole.end;
  for (let at = whole.start; at < end && !response.destroyed; at += chunkBytes) {
    const isTaken = response.write(whole.content.read(at, Math.min(at + chunkBytes, end)));
    if (!isTaken && !response.destroyed) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  if (!isCut) return void response.end();
  // What was written reaches the client before the connection ends.
  response.write('', () => response.destroy());
}

function pieceOf(body: SandboxAnswer['body']): Piece {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(textOf(body));
  return {
    content: { length: bytes.length, read: (start, end) => bytes.subarray(start, end) },
    start: 0,
    end: bytes.length,
  };
}

function textOf(body: Exclude<SandboxAnswer['body'], Buffer>): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}
