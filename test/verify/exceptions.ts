import { readFileSync } from 'node:fs';

/** An accepted difference between engines, with its reason. */
export interface Exception {
  /** The id of one query of the corpus. */
  id?: string;
  /** A regular expression that matches the text of queries. */
  text?: string;
  /** A text in the problem of one side, without which a query does not match. */
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
