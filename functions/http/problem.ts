import { serviceFailure } from '../../adapters/aws/service-failure.ts';
import { Problem, type statusOf } from '../../domain/errors.ts';

/** A problem document (RFC 9457) with the members that existing clients read beside the standard ones. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  /** Same as `detail`. */
  message: string;
  path: string;
  errorKey: string;
  requestId: string;
  errors?: { pointer: string; message: string }[];
  /** `errors` with dotted paths instead of pointers. */
  fieldErrors?: { field: string; message: string }[];
}

const titles: Record<keyof typeof statusOf, string> = {
  invalid: 'The request is not valid',
  unauthenticated: 'Authentication is required',
  forbidden: 'Permission is missing',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  conflict: 'Conflict with the current state',
  gone: 'Gone',
  tooLarge: 'Too large',
  unsupported: 'Unsupported media type',
  rateLimited: 'Too many requests',
  internal: 'Internal error',
  upstream: 'A service that this depends on failed',
  unavailable: 'Temporarily unavailable',
  timeout: 'Took too long',
  storageFull: 'The disk is full',
};

/** Anything that was thrown, as a problem that may be shown. What we did not expect says nothing of its cause. */
export function toProblem(error: unknown): Problem {
  const failure = serviceFailure(error);
  // What was said of a file that could not be stored is less than why.
  if (failure && (failure.kind === 'storageFull' || !(error instanceof Problem))) return failure;
  if (error instanceof Problem) return error;
  return new Problem('internal', 'Something went wrong on our side. The request id helps to find out what.', {
    cause: error,
  });
}

/** 405 for a path that takes other methods only. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Problem {
  return new Problem('methodNotAllowed', `This path does not take ${method}. It takes ${allowed.join(', ')}.`);
}

/** 404 for a path that no route has. */
export function nothingAt(path: string): Problem {
  return new Problem('notFound', `There is nothing at ${path}. The paths are listed at /docs.`, {
    errorKey: 'routeNotFound',
  });
}

/** The document that tells a problem to a caller. */
export function problemDocument(problem: Problem, at: { path: string; requestId: string }): ProblemDocument {
  const { errors } = problem;
  return {
    type: `urn:furrow:problem:${problem.errorKey}`,
    title: titles[problem.kind],
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
