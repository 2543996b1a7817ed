import { createHash, scryptSync } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../../../domain/errors.ts';
import type { AnswerStore } from '../../../domain/idempotency.ts';
import { limitText } from '../../../domain/limits.ts';
import { parametersInForm } from '../body/body.ts';
import type { Exchange, UploadedPart } from '../exchange.ts';
import { prefersAsync } from '../prefer.ts';
import { toProblem } from '../problem.ts';
import { exchangeOf, type Step } from './exchange.ts';

const maxKey = 255;

/**
 * Lets a client repeat a POST that may or may not have arrived: the same key and request replays the first answer.
 * `claim` goes last, when the request is known to be valid; `keep` goes first, so that it sees the answer as it leaves.
 */
export function idempotency(answers: AnswerStore): { claim: Step; keep: Step } {
  const claim: Step = {
    before: async (request) => {
      const exchange = exchangeOf(request);
      const key = keyOf(exchange);
      if (!key) return;
      const begun = await answers.begin(key, fingerprint(exchange, key));
      if (begun.state === 'other') throw new Problem('conflict', mismatch, { errorKey: 'idempotencyKeyReused' });
      if (begun.state === 'running')
        throw new Problem('conflict', running(begun.retryAfterSeconds), {
          errorKey: 'idempotencyKeyInProgress',
          retryAfterSeconds: begun.retryAfterSeconds,
        });
      if (begun.state === 'new') exchange.claim = begun.claim;
      else return replayed(exchange, begun.answer);
    },
    onError: async (request) => {
      const { claim: held } = exchangeOf(request);
      if (!held) return;
      const after = toProblem(request.error).status < 500 ? 'refused' : 'failed';
      await answers.release(held, after).catch(logged(exchangeOf(request)));
    },
  };
  const keep: Step = {
    after: async (request) => {
      const exchange = exchangeOf(request);
      const { claim: held } = exchange;
      const answer = request.response;
      if (!held || !answer) return;
      const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, String(value)]);
      const stored = { status: answer.statusCode ?? 200, headers: Object.fromEntries(headers), body: answer.body };
      // The effect is there: a response that cannot be stored is sent nevertheless, and a repeated request answers from the effect's record.
      await answers.finish(held, stored).catch(logged(exchange));
    },
  };
  return { claim, keep };
}

/** The response is sent all the same, and the key becomes free by itself. */
function logged({ request, operationId }: Exchange): (error: unknown) => void {
  return (error) => console.error({ requestId: request.requestId, endpoint: operationId, error });
}

const mismatch = `This Idempotency-Key was used for another request in the last ${limitText.idempotencySeconds}. Use a new key for a new request.`;
const running = (seconds: number) =>
  `The first request with this Idempotency-Key is still being processed, for up to ${seconds} s more.`;

function keyOf({ endpoint, operationId, owner, apiKey, request }: Exchange): string | undefined {
  const given = request.headers['idempotency-key'];
  if (!endpoint?.idempotent || !owner || given === undefined) return undefined;
  if (given.length === 0 || given.length > maxKey) {
    throw new Problem('invalid', `An Idempotency-Key has 1 to ${maxKey} characters.`);
  }
  if (endpoint.idempotent === 'respond-async' && !prefersAsync(request)) return undefined;
  // Requests with an API key and requests of the owner have separate idempotency keys.
  return [owner.id, ...(apiKey ? [apiKey.svcUserId] : []), operationId, given].join('#');
}

/** Clients begin each multipart body with a boundary of its own, so that of an upload only the file counts. */
function fingerprint(exchange: Exchange, key: string): string {
  const { event, endpoint } = exchange;
  const hash = createHash('sha256').update(`${event.rawPath}?${event.rawQueryString}\n`);
  if (endpoint?.body?.kind !== 'multipart') {
    const digest = hash.update(event.body ?? '').digest();
    const isGuessable = endpoint?.body?.kind === 'json' && endpoint.body.hasSecrets;
    return (isGuessable ? scryptSync(digest, key, 32) : digest).toString('base64url');
  }
  const sent = exchange.input?.body as UploadedPart | UploadedPart[];
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
