import { expect } from 'vitest';
import type { ProblemDocument } from '../../../functions/http/problem.ts';
import type { Answer } from '../owner.ts';

/** Holds an answer to what every error of the API looks like. */
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
    errorKey: expect.stringMatching(/^[a-z][A-Za-z]+$/),
    requestId: answer.headers.get('x-request-id'),
  });
  return problem;
}
