import { serviceFailure } from '../../adapters/aws/service-failure.ts';
import { errorKinds } from '../../domain/error-keys.ts';
import { Problem } from '../../domain/errors.ts';
import type { ProblemDocument } from './problem-schema.ts';

/** Anything that was thrown, as a problem that may be shown. What we did not expect says nothing of its cause. */
export function toProblem(error: unknown): Problem {
  const failure = serviceFailure(error);
  // A full disk is the cause of other problems that were met while storing.
  if (failure && (failure.kind === 'storageFull' || !(error instanceof Problem))) return failure;
  if (error instanceof Problem) return error;
  return new Problem('internal', 'Something went wrong on our side. Report it with the request id.', {
    cause: error,
  });
}

/** 405 for a path that takes other methods only. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Problem {
  return new Problem('methodNotAllowed', `This path does not support ${method}. Use ${allowed.join(', ')}.`);
}

/**
 * 404 for a path that no route has.
 *
 * @example if (!built) throw nothingAt(path);
 */
export function nothingAt(path: string): Problem {
  return new Problem('notFound', `No endpoint has the path ${path}. All paths are listed at /docs.`, {
    errorKey: 'routeNotFound',
  });
}

/** The URI of an error, by its key. */
export function problemType(key: string): string {
  return `urn:furrow:problem:${key}`;
}

/**
 * The response body of a problem (RFC 9457).
 *
 * @example const body = problemDocument(problem, { path: rawPath, requestId });
 */
export function problemDocument(problem: Problem, at: { path: string; requestId: string }): ProblemDocument {
  const { errors } = problem;
  return {
    type: problemType(problem.errorKey),
    title: errorKinds[problem.kind].title,
    status: problem.status,
    detail: problem.message,
    instance: at.path,
    message: problem.message,
    path: at.path,
    errorKey: problem.errorKey,
    requestId: at.requestId,
    ...problem.members,
    ...(errors && { errors, fieldErrors: errors.map(({ pointer, message }) => ({ field: dotted(pointer), message })) }),
  };
}

function dotted(pointer: string): string {
  return pointer.replace(/^#\/?/, '').replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}
