import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import type { Outcome } from '../../domain/transport/outcome.ts';
import { problemOf, valueIn } from './transport/problem-of.ts';
import { errorsIn, itSays } from './transport/provider-words.ts';

/**
 * The value of an outcome whose refusals the owner has to understand.
 *
 * @throws ProviderProblem with the words of the provider after ours.
 * @example const created = acceptedBy('John Deere', await transport.send(request));
 */
export function acceptedBy<T>(name: string, outcome: Outcome<T>): T {
  if (outcome.kind !== 'failed') return valueIn(name, outcome);
  const problem = problemOf(outcome.failure);
  const said = errorsIn(outcome.failure)
    ?.map(({ message, field }) => (field === undefined ? message : `${message} (${field})`))
    .join('; ');
  if (said === undefined) throw problem;
  const { kind, retryAfterSeconds } = problem;
  const { kind: failure, status } = outcome.failure;
  const ours: Partial<Record<typeof failure, string>> = {
    rejected: `${name} refuses what was sent (${status}).`,
    missing: `${name} does not find what the request names (${status}).`,
  };
  const message = ours[failure] ?? outcome.failure.message;
  throw new ProviderProblem(kind, `${message} ${itSays(said)}`, {
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: problem,
  });
}
