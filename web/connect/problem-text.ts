import type { ApiProblem } from '../api/client.ts';
import { filled, type Texts } from '../text/texts.ts';

/**
 * The text for growers when a call has failed. Details from the API are in English and for programmers.
 *
 * @example <p role="alert">{problemText(problem, texts, displayName)}</p>
 */
export function problemText({ status, errorKey }: ApiProblem, { connect }: Texts, provider: string): string {
  const { problems } = connect;
  if (errorKey === 'appKeyMissing') return problems.appKeyMissing;
  if (errorKey === 'linkDoesNotAllow') return problems.linkDoesNotAllow;
  if (status === 401 || status === 410) return problems.ended;
  if (status === 400 || status === 422 || status === 502) return filled(problems.refused, { provider });
  return problems.failed;
}
