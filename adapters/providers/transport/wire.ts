import type { AnswerHeaders } from '../../../domain/transport/outcome.ts';

/** One request as it is sent, with its authorization. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | undefined;
  /** Ends the exchange, also while the body arrives. */
  signal: AbortSignal;
}

/** The head of an answer, and its body as it arrives. */
export interface WireAnswer {
  status: number;
  headers: AnswerHeaders;
  /** The bytes as they were sent, compressed or not. Throws when the connection ends early. */
  body: AsyncIterable<Uint8Array>;
  /** Drops the rest of the body, and the connection where it has not ended. */
  discard(): void;
}

/**
 * Sends one request and follows nothing. It is the network, a recording of it, or a replay.
 *
 * @throws AddressRefused for a host that must not be connected to; other errors when there is no answer.
 */
export type Wire = (request: WireRequest) => Promise<WireAnswer>;
