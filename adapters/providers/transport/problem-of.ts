import { ProviderProblem, type ProviderProblemKind } from '../../../domain/sync/provider-problem.ts';
import { type Failure, type FailureKind, type Outcome, passes } from '../../../domain/transport/outcome.ts';
import { wordsOf } from './provider-words.ts';

const kinds: Partial<Record<FailureKind, ProviderProblemKind>> = {
  refused: 'refused',
  forbidden: 'forbidden',
  missing: 'missing',
  rateLimited: 'rateLimited',
  held: 'held',
};

/** What is kept of the answer to a request that a provider found invalid. */
const maxAnswered = 500;

/** A failure as rounds and checks know it. */
export function problemOf(failure: Failure): ProviderProblem {
  const { kind, retryAfterSeconds = 0, status, answered, cause } = failure;
  // What the account may not do is for its grower to mend, who needs the provider's own words.
  const message = kind === 'forbidden' || kind === 'refused' ? wordsOf(failure) : failure.message;
  return new ProviderProblem(kinds[kind] ?? (passes(failure) ? 'unreachable' : 'malformed'), message, {
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    status,
    ...(status === 400 && answered !== undefined && { answered: answered.slice(0, maxAnswered) }),
    cause,
  });
}

/**
 * The value of an outcome, for callers that wait for a document and nothing else.
 *
 * @throws ProviderProblem for every other outcome.
 */
export function valueIn<T>(name: string, outcome: Outcome<T>): T {
  if (outcome.kind === 'answered') return outcome.value;
  if (outcome.kind === 'failed') throw problemOf(outcome.failure);
  const status = outcome.kind === 'elsewhere' ? outcome.status : { accepted: 202, unchanged: 304 }[outcome.kind];
  throw problemOf({ kind: 'unexpected', status, message: `${name} answered ${status}, which it should not.` });
}
