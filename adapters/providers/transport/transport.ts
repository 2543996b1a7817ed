import type { ProviderExchange } from '../../../domain/credentials/credential-provider.ts';
import type { Failure, Outcome } from '../../../domain/transport/outcome.ts';
import type { ProviderHosts } from '../../../domain/transport/provider-hosts.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** The body of a request. */
export type SentBody =
  | { json: unknown }
  | { form: Readonly<Record<string, string>> }
  | { bytes: Uint8Array; contentType: string };

/** Reads an answer of 200 to 206, whose head is right. */
export interface Expected<T> {
  /** For `Accept`, unless the request has another. */
  accept: string;
  /** Whether the body may be compressed. */
  isDecoded: boolean;
  /** True where the body is read after `read` has returned, so that the time limit counts until the head alone. */
  isStreamed?: true;
  /** @param seen to be called with the beginning of the body, for the log. */
  read(answer: WireAnswer, name: string, seen: (text: string) => void): Promise<Outcome<T>>;
}

/** A request to a provider. */
export interface ProviderRequest<T> {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: SentBody;
  expects: Expected<T>;
  /** `hand back`: every redirect is an outcome, for addresses that are signed already. By default those of a GET within the provider are followed. */
  redirects?: 'hand back';
  /** `signed`: the address carries its own signature, may be on any public host, and gets no authorization. */
  address?: 'signed';
  /** For name, connection, request and answer together; 15 s unless given. */
  waitMilliseconds?: number;
}

/** Headers that authorize one request, or why there are none. */
export type Authorized =
  | { kind: 'authorized'; headers: Readonly<Record<string, string>> }
  | { kind: 'failed'; failure: Failure };

/**
 * Authorizes a request of an account: a bearer token, a key, or a signature over method and address.
 *
 * @param rejected headers of an earlier call that the provider answered with 401. Other headers have the request sent once more.
 */
export type Authorize = (
  request: { method: string; url: URL },
  rejected?: Readonly<Record<string, string>>,
) => Promise<Authorized>;

/** Holds requests back that a provider, a gate or a circuit does not want now. */
export interface Pace {
  /** Returns when a request may be sent; the failure `held` where that would take too long. */
  pass(): Promise<Failure | undefined>;
  /** Learns from an outcome. */
  ended(outcome: Outcome<unknown>): Promise<void>;
}

export interface TransportOptions {
  wire: Wire;
  hosts: ProviderHosts;
  clock: { now(): number };
  /** Absent for servers without accounts, and for sign-ins. */
  authorize?: Authorize | undefined;
  /** Absent for servers without a limit. Signed addresses are those of buckets, and pass by. */
  pace?: Pace | undefined;
  /** Called with every answer that is read. */
  seen?: ((exchange: ProviderExchange) => void) | undefined;
}

/** Sends requests to one provider, for one account. Never throws for what a provider or the network does. */
export interface Transport {
  send<T>(request: ProviderRequest<T>): Promise<Outcome<T>>;
}
