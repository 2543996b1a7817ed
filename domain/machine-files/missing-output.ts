import { Problem } from '../errors.ts';

/** 404 for what has not been made of a file that is there. */
export function missingOutput(what: string): Problem {
  const detail = `The file has no ${what}. Its status tells how far it came; some outputs need a setting to be on.`;
  return new Problem('notFound', detail, { errorKey: 'outputNotFound' });
}
