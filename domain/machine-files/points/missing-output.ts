import { Problem } from '../../errors.ts';

/** 404 for what has not been made of a file that is there. */
export function missingOutput(what: string): Problem {
  const detail = `The file has no ${what}. Its status tells how far it came; some outputs need a setting to be on.`;
  return new Problem('notFound', detail, { errorKey: 'outputNotFound' });
}

/** What has been made of a file. @throws Problem 404 as long as it has not. */
export function presentOutput<T>(what: string, output: T | undefined): T {
  if (output === undefined) throw missingOutput(what);
  return output;
}
