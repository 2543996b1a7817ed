import { microTimestamp } from '../clock.ts';
import type { CredentialEvent } from './credential-event.ts';
import type { ProviderExchange } from './credential-provider.ts';
import { redactBody, redactHeaders } from './redact.ts';

/** The maximum number of characters that are stored of a provider's response. */
const maxHeaders = 2_000;
const maxBody = 4_000;

/** An exchange as the log of its credential keeps it: the beginning of the response, without secrets. */
export function eventOfExchange(
  { statusCode, headers, body }: ProviderExchange,
  secrets: readonly string[],
  id: string,
  at: number,
): CredentialEvent {
  return {
    id,
    createdDate: microTimestamp(at),
    statusCode,
    headers: redactHeaders(headers, secrets).slice(0, maxHeaders),
    body: redactBody(body, secrets).slice(0, maxBody),
  };
}

/** What the owner has to know about a credential, and no answer of its provider says. */
export function eventOfWords(message: string, id: string, at: number): CredentialEvent {
  return { id, createdDate: microTimestamp(at), statusCode: 0, headers: '', body: '', message };
}
