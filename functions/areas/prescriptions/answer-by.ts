import type { RequestContext } from '../../http/exchange.ts';
import { prefersWait } from '../../http/prefer.ts';

/** What is left of the 29 s of a function is for its start and for storing what became of the request. */
const maxSeconds = 24;

/** When a request has to be answered, in milliseconds since 1970: sooner if the caller prefers (`Prefer: wait=10`). */
export function answerBy(request: Pick<RequestContext, 'headers' | 'receivedTime'>): number {
  const seconds = Math.min(prefersWait(request) ?? maxSeconds, maxSeconds);
  return request.receivedTime + seconds * 1_000;
}
