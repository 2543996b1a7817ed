import { expect, test } from 'vitest';
import { modules, read } from './tree.ts';

/** A name for a limit, other than `max…` and `min…`. */
const otherLimit = /\b(most|longest|least|fewest)[A-Z]/;

/** Beginnings of sentences whose subject is no noun of the code, or that are understood only beside another comment. */
const headless = /(?:^\s*(?:\/\*\*|\*|\/\/)|[.;]) (?:Who|Whom|Whoever|What (?:is no|no)|The same (?:for|as|of)) /;

const isComment = (line: string) => /^\s*(\/\*\*|\*|\/\/)/.test(line);

function linesWith(fault: (line: string) => boolean): string[] {
  const sources = modules().filter((path) => !/^(test|bench)\//.test(path));
  return sources.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (fault(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

test('limits are called max… and min…', () => {
  expect(linesWith((line) => otherLimit.test(line))).toEqual([]);
});

test('comments name their subject, and are understood alone', () => {
  expect(linesWith((line) => isComment(line) && headless.test(line))).toEqual([]);
});
