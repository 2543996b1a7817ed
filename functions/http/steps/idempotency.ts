import { createHash, scryptSync } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../../../domain/errors.ts';
import type { AnswerStore } from '../../../domain/idempotency.ts';
import { limitText } from '../../../domain/limits.ts';
import { parametersInForm } from '../body/body.ts';
import type { Exchange, Routed, UploadedPart } from '../exchange.ts';
import { prefersAsync } from '../prefer.ts';
import { toProblem } from '../problem.ts';

const maxKey = 255;

/**
 * Claims the request's `Idempotency-Key`, with which a client may repeat a POST that has perhaps arrived. Comes once the request is known to be valid.
 *
 * @returns the response of the first request with the key, if that has been answered.
 * @throws Problem 409 for another request with the key, or one that is still being processed.
 */
export async function claim(
  exchange: Routed,
  answers: AnswerStore,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  const key = keyOf(exchange);
  if (!key) return undefined;
  const begun = await answers.begin(key, fingerprint(exchange, key));
  if (begun.state === 'other') throw new Problem('conflict', mismatch, { errorKey: 'idempotencyKeyReused' });
  if (begun.state === 'running')
    throw new Problem('conflict', running(begun.retryAfterSeconds), {
      errorKey: 'idempotencyKeyInProgress',
      retryAfterSeconds: begun.retryAfterSeconds,
    });
  if (begun.state === 'done') return replayed(exchange, begun.answer);
  exchange.claim = begun.claim;
  return undefined;
}

/** Stores the response as it leaves, for repeated requests. */
export async function keep(
  exchange: Exchange,
  response: APIGatewayProxyStructuredResultV2,
  answers: AnswerStore,
): Promise<void> {
  if (!exchange.claim) return;
  const headers = Object.entries(response.headers ?? {}).map(([name, value]) => [name, String(value)]);
  const stored = { status: response.statusCode ?? 200, headers: Object.fromEntries(headers), body: response.body };
  // The effect is there: a response that cannot be stored is sent nevertheless, and a repeated request answers from the effect's record.
  await answers.finish(exchange.claim, stored).catch(logged(exchange));
}

/** Ends the claim of a request that has failed, so that it can be sent again at once. */
export async function release(exchange: Exchange, error: unknown, answers: AnswerStore): Promise<void> {
  if (!exchange.claim) return;
  const after = toProblem(error).status < 500 ? 'refused' : 'failed';
  await answers.release(exchange.claim, after).catch(logged(exchange));
}

/** The response is sent all the same, and the key becomes free by itself. */
function logged({ request, route }: Exchange): (error: unknown) => void {
  return (error) => console.error({ requestId: request.requestId, endpoint: route?.operationId, error });
}

const mismatch = `This Idempotency-Key was used for another request in the last ${limitText.idempotencySeconds}. Use a new key for a new request.`;
const running = (seconds: number) =>
  `The first request with this Idempotency-Key is still being processed, for up to ${seconds} s more.`;

function keyOf({ route: { endpoint, operationId }, owner, apiKey, request }: Routed): string | undefined {
  const given = request.headers['idempotency-key'];
  if (!endpoint.idempotent || !owner || given === undefined) return undefined;
  if (given.length === 0 || given.length > maxKey) {
    throw new Problem('invalid', `An Idempotency-Key has 1 to ${maxKey} characters.`);
  }
  if (endpoint.idempotent === 'respond-async' && !prefersAsync(request)) return undefined;
  // Requests with an API key and requests of the owner have separate idempotency keys.
  return [owner.id, ...(apiKey ? [apiKey.svcUserId] : []), operationId, given].join('#');
}

/** Clients begin each multipart body with a boundary of its own, so that of an upload only the file counts. */
function fingerprint({ event, rawPath, route: { endpoint }, input }: Routed, key: string): string {
  const hash = createHash('sha256').update(`${rawPath}?${event.rawQueryString}\n`);
  if (endpoint.body?.kind !== 'multipart') {
    const digest = hash.update(event.body ?? '').digest();
    const isGuessable = endpoint.body?.kind === 'json' && endpoint.body.hasSecrets;
    return (isGuessable ? scryptSync(digest, key, 32) : digest).toString('base64url');
  }
  const sent = input?.body as UploadedPart | UploadedPart[];
  const inForm = JSON.stringify(parametersInForm(endpoint.body, event));
  const [file, ...others] = Array.isArray(sent) ? sent : [sent];
  if (file) hash.update(`${file.fileName}\n${inForm}\n`).update(file.content);
  // Their lengths keep the end of one file apart from the name of the next.
  for (const { fileName, content } of others) hash.update(`\n${fileName}\n${content.length}\n`).update(content);
  return hash.digest('base64url');
}

function replayed(
  exchange: Exchange,
  answer: { status: number; headers: Record<string, string>; body?: string | undefined },
) {
  const replay: APIGatewayProxyStructuredResultV2 = {
    statusCode: answer.status,
    headers: { ...answer.headers, ...exchange.answerHeaders, 'idempotency-replayed': 'true' },
    ...(answer.body !== undefined && { body: answer.body }),
  };
  return replay;
}
