import { readFileSync } from 'node:fs';

/** Queries that may differ, and why. */
export interface Exception {
  /** One query of the corpus, by its id. */
  id?: string;
  /** Or every query whose text a regular expression is found in. */
  text?: string;
  /** Only where one side's problem says so, too. */
  problem?: string;
  reason: string;
}

/** @param path a JSON list of exceptions. */
export function readExceptions(path: string): (id: string, text: string, problems: string) => string | undefined {
  const known = (JSON.parse(readFileSync(path, 'utf8')) as Exception[]).map(({ id, text, problem, reason }) => ({
    matches: (query: string, sql: string, problems: string) =>
      (id === undefined || id === query) &&
      (text === undefined || new RegExp(text, 's').test(sql)) &&
      (problem === undefined || new RegExp(problem, 's').test(problems)),
    reason,
  }));
  return (id, text, problems) => known.find(({ matches }) => matches(id, text, problems))?.reason;
}
