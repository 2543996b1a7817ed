import { Problem } from '../../errors.ts';

/** 404 for an output that an existing file does not have. */
export function missingOutput(what: string): Problem {
  const detail = `The file has no ${what}. Its status shows the last completed step; some outputs need a setting to be on.`;
  return new Problem('notFound', detail, { errorKey: 'outputNotFound' });
}

/** The output of a file. @throws Problem 404 if it does not exist (yet). */
export function presentOutput<T>(what: string, output: T | undefined): T {
  if (output === undefined) throw missingOutput(what);
  return output;
}
