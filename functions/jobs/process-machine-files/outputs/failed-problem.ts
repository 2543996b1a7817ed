import { type MachineProblem, machineProblem, NotMade } from '../../../../domain/machine-files/problem.ts';
import { UnsettledReading } from '../../../../domain/parser-attempts.ts';
import type { Message } from '../../../queue/sqs-worker.ts';
import { maxParserAttempts } from '../../../queue/within-attempts.ts';

/**
 * The problem of work that a request asked for and that failed. An error by other reasons ends it as well after some
 * attempts: somebody waits for it, and may ask again.
 *
 * @param id of the file or operation.
 * @throws error if it is worth another attempt.
 */
export function failedProblem(error: unknown, id: string, { attempt }: Pick<Message, 'attempt'>): MachineProblem {
  if (error instanceof NotMade) return error.problem;
  if (error instanceof UnsettledReading || attempt < maxParserAttempts) throw error;
  console.error({ id, attempt, error });
  return machineProblem('processingGivenUp', id);
}
