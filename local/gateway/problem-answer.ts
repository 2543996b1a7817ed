import type { Problem } from '../../domain/errors.ts';
import { problemDocument } from '../../functions/http/problem.ts';
import type { HttpAnswer } from './http-answer.ts';

/** A problem that no function answers with, in the form in which they do. */
export function problemAnswer(problem: Problem, request: { path: string; requestId: string }): HttpAnswer {
  const { retryAfterSeconds } = problem;
  return {
    statusCode: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    cookies: [],
    body: JSON.stringify(problemDocument(problem, request)),
  };
}
