import type { ErrorReport } from '../messages.ts';

/** Describes whatever was thrown as Lambda does. */
export function reportError(thrown: unknown): ErrorReport {
  if (thrown instanceof Error) {
    const trace = (thrown.stack ?? '').split('\n');
    return { errorType: thrown.name, errorMessage: thrown.message, trace };
  }
  // An error of another realm, such as one from node:vm, is not an instance of this realm's Error.
  const like = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  return {
    errorType: typeof like.name === 'string' ? like.name : typeof thrown,
    errorMessage: typeof like.message === 'string' ? like.message : String(thrown),
    trace: [],
  };
}
