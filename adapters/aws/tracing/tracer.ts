import { randomBytes } from 'node:crypto';
import { systemClock } from '../../system.ts';
import { otlpBody, type Span } from './otlp.ts';
import { placeIn } from './trace-header.ts';

/** Lambda freezes a function once it has answered, so that spans are sent before; a collector that is slow or down keeps nobody waiting for longer. */
const maxMilliseconds = 500;
/** Left for the answer itself. */
const forTheAnswer = 50;

/** What a request or a message was, once it has ended. */
export type Ended = Pick<Span, 'name' | 'kind' | 'begun' | 'ended' | 'attributes' | 'failure'> & {
  /** The trace header of the message that led to it. */
  cause?: string | undefined;
};

export interface Tracer {
  /** In milliseconds since 1970. */
  now(): number;
  /**
   * Sends what has ended to the collector. Never rejects.
   *
   * @param remainingMilliseconds until the function is ended: its answer would be lost with it, so that nothing is sent in the last of them.
   */
  send(ended: readonly Ended[], remainingMilliseconds: number): Promise<void>;
}

/**
 * The tracer of a function, where the setting `TRACES_URL` names a collector: the address to which OTLP is posted, such as `https://otel.example.com/v1/traces`. A name and
 * a password in it are sent as basic authentication.
 *
 * @param variable reads an environment variable, at each call, since Lambda sets the trace header anew with each invocation.
 * @example const tracer = tracerOf(optionalEnvironment);
 */
export function tracerOf(variable: (name: string) => string | undefined): Tracer | undefined {
  const given = variable('TRACES_URL');
  if (!given) return undefined;
  const url = new URL(given);
  const login = url.username && `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(login && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
  url.username = '';
  url.password = '';
  const resource = {
    'service.name': variable('AWS_LAMBDA_FUNCTION_NAME') ?? 'furrow',
    'deployment.environment.name': variable('FURROW_ENVIRONMENT') ?? '',
  };
  return {
    now: systemClock.now,
    async send(ended, remainingMilliseconds) {
      const patience = Math.min(maxMilliseconds, remainingMilliseconds - forTheAnswer);
      if (ended.length === 0 || patience <= 0) return;
      const body = JSON.stringify(otlpBody(resource, spansOf(ended, variable('_X_AMZN_TRACE_ID'))));
      const signal = AbortSignal.timeout(patience);
      await fetch(url, { method: 'POST', headers, body, signal }).catch((error: unknown) => {
        console.warn({ untraced: (error as Error).message });
      });
    },
  };
}

/** What the invocation sends on has its own header as cause: the span of an invocation has the id in it, so that what follows is below it. */
function spansOf(ended: readonly Ended[], header: string | undefined): Span[] {
  const own = placeIn(header);
  let isTaken = false;
  return ended.map(({ cause, ...span }) => {
    const before = placeIn(cause);
    const traceId = before?.traceId ?? own?.traceId ?? randomBytes(16).toString('hex');
    const isOwn = !isTaken && own?.traceId === traceId && own.spanId !== before?.spanId;
    if (isOwn) isTaken = true;
    const spanId = isOwn ? own.spanId : randomBytes(8).toString('hex');
    return { ...span, place: { traceId, spanId }, parentId: before?.spanId };
  });
}
