import { expect, test } from 'vitest';
import { modules, read } from './tree.ts';

/** A name for a limit, other than `max…` and `min…`. */
const otherLimit = /\b(most|longest|largest|least|fewest)[A-Z]/;

/** Names that say what something is told or kept for, instead of what it is: `LoggedQuery` and `StoredFarm` are such names. */
const vague = /\b(?:told|Told|Kept)[A-Z]|\b\w+Told\b|\btell[A-Z]/;

/** Names of former terms that are still in use; slots, positions, keys and `delayRetry` take their place. */
const former = /\b(?:\w+Places|putOff\w*)\b/g;

/** Beginnings of sentences whose subject is no noun of the code, or that are understood only beside another comment. */
const headless =
  /(?:^\s*(?:\/\*\*|\*|\/\/)|[.;]) (?:Who|Whom|What (?:is no|no)|The same (?:for|as|of|where|with)) |^\s*(?:\/\*\*|\/\/) The same\b|\b(?:whoever|whosever|whom)\b/i;

/** Comments that begin with a clause or a preposition, where a noun would say what the code is. */
const clause = /^\s*(?:\/\*\*|\/\/) (?:What|Of) /;

/** How many comments of each layer begin so. A rewritten comment lowers its number, and none may raise it. */
const clauses: Readonly<Record<string, number>> = {
  sql: 0,
  domain: 22,
  adapters: 36,
  functions: 121,
  local: 147,
  infra: 19,
  web: 5,
  bin: 11,
  layers: 1,
};

const isComment = (line: string) => /^\s*(\/\*\*|\*|\/\/)/.test(line);

const sources = () => modules().filter((path) => !/^(test|bench)\//.test(path));

function linesWith(fault: (line: string) => boolean): string[] {
  return sources().flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (fault(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

test('limits are called max… and min…', () => {
  expect(linesWith((line) => otherLimit.test(line))).toEqual([]);
});

test('names say what values are', () => {
  // Names in storage, which stay, are in quotes.
  const code = (line: string) => line.replace(/'[^']*'/g, "''");
  expect(linesWith((line) => !isComment(line) && vague.test(code(line)))).toEqual([]);
});

test('former terms are given up one by one', () => {
  const names = sources().flatMap((path) => read(path).match(former) ?? []);
  expect(names.length).toBeLessThanOrEqual(21);
});

test('comments name their subject, and are understood alone', () => {
  expect(linesWith((line) => isComment(line) && headless.test(line))).toEqual([]);
});

test.each(Object.entries(clauses))('no more comments of %s begin with a clause', (layer, most) => {
  const found = linesWith((line) => clause.test(line)).filter((line) => line.startsWith(`${layer}/`));
  expect(found.length).toBeLessThanOrEqual(most);
});
