import type { IncomingHttpHeaders } from 'node:http';
import type { Content } from './contents.ts';

/** A call of a wire, without what only concerns the connection. */
export interface SandboxRequest {
  method: string;
  /** Without matrix parameters and trailing slashes. */
  path: string;
  query: URLSearchParams;
  /** Parameters of the path, such as `start` and `count` of `/fields;start=10;count=10`. */
  matrix: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The address of the server as the client sees it, without a trailing slash: `https://example.com`. */
  base: string;
}

/** Bytes `start` to `end` (exclusive) of a content, which are sent piece by piece. */
export interface Piece {
  content: Content;
  start: number;
  end: number;
}

export interface SandboxAnswer {
  status: number;
  headers?: Record<string, string | number> | undefined;
  /** Text and bytes are sent as they are, other objects as JSON. Absent: no body. */
  body?: object | string | Buffer | undefined;
  piece?: Piece | undefined;
}

/** An answer in place of the one that a handler was to give. */
export class Refusal extends Error {
  readonly answer: SandboxAnswer;

  constructor(answer: SandboxAnswer) {
    super(`answers ${answer.status}`);
    this.answer = answer;
  }
}

/** The value of a header that is sent once. */
export function header({ headers }: Pick<SandboxRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A JSON body; undefined if it is none. */
export function jsonOf({ body }: Pick<SandboxRequest, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
