import { expect } from 'vitest';
import { errorKeyNames } from '../../../domain/error-keys.ts';
import type { ProblemDocument } from '../../../functions/http/problem-schema.ts';
import type { Answer } from '../owner.ts';

/** Expects an answer to be a problem document, as every error of the API is. */
export function expectProblem(answer: Answer<unknown>, status: number, errorKey?: string): ProblemDocument {
  const problem = answer.body as ProblemDocument;
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(problem).toMatchObject({
    type: `urn:furrow:problem:${errorKey ?? problem.errorKey}`,
    title: expect.stringMatching(/\w/),
    status,
    detail: expect.stringMatching(/\w.*[.?]$/s),
    message: problem.detail,
    path: problem.instance,
    instance: expect.stringMatching(/^\//),
    requestId: answer.headers.get('x-request-id'),
  });
  expect(errorKeyNames).toContain(problem.errorKey);
  return problem;
}
