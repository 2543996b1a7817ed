import { expect, test } from 'vitest';
import { modules, read } from './tree.ts';

/** A name for a limit, other than `max…` and `min…`. */
const otherLimit = /\b(?:(?:most|longest|largest|least|fewest)[A-Z]|(?:MOST|LONGEST|LARGEST|LEAST|FEWEST)_)/;

/** A parameter or member for a limit that is called `most` or `least`; SQL's function LEAST is none. */
const bareLimit = /\b(?:most|least)\b(?!: extreme\()\s*[?:,)=}]/;

/** Names that say what something is told or kept for, instead of what it is: `LoggedQuery` and `StoredFarm` are such names. */
const vague = /\b(?:told|Told|Kept)[A-Z]|\b\w+Told\b|\btell[A-Z]|\b(?:const|let|function) (?:told|tell)\b/;

/** Names of former terms; slots, locations, positions, keys, spatial joins and `delayRetry` take their place. */
const former =
  /\b(?!inPlace\b)(?:\w*(?:Place|Places)|places?(?:Of|In|On)|\w*Place(?:Of|In|Key|Join|Filter|Index)\w*|putOff\w*)\b|\b(?:const|let|of) \[?places?\b|[([, ]places?(?=[,:)\]]? (?:=>|number|string|Position|readonly))/;

/** Beginnings of sentences whose subject is no noun of the code, or that are understood only beside another comment. */
const headless =
  /(?:^\s*(?:\/\*\*|\*|\/\/)|[.;]) (?:Who|Whom|What (?:is no|no)|The same (?:for|as|of|where|with)) |^\s*(?:\/\*\*|\/\/) The same\b|\b(?:whoever|whosever|whom)\b/i;

/** Comments that begin with a clause or a preposition, where a noun would say what the code is. */
const clause = /^\s*(?:\/\*\*|\/\/) (?:What|Of) /;

const isComment = (line: string) => /^\s*(\/\*\*|\*|\/\/)/.test(line);

/** All modules but this one, whose patterns name what they look for. */
const sources = () => modules().filter((path) => path !== 'test/house/words.test.ts');

function linesWith(fault: (line: string) => boolean): string[] {
  return sources().flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (fault(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

/** The line without strings: names in storage, which stay, are in quotes. */
const code = (line: string) => line.replace(/'[^']*'/g, "''");

test('limits are called max… and min…', () => {
  expect(linesWith((line) => otherLimit.test(line))).toEqual([]);
  expect(linesWith((line) => !isComment(line) && bareLimit.test(code(line)))).toEqual([]);
});

test('names say what values are', () => {
  expect(linesWith((line) => !isComment(line) && vague.test(code(line)))).toEqual([]);
});

test('former terms are given up', () => {
  expect(linesWith((line) => former.test(code(line)))).toEqual([]);
});

test('comments name their subject, and are understood alone', () => {
  expect(linesWith((line) => isComment(line) && headless.test(line))).toEqual([]);
});

test('comments begin with a noun or a verb', () => {
  expect(linesWith((line) => clause.test(line))).toEqual([]);
});
