import { expect, test } from 'vitest';
import { valueImportsOf } from './imports.ts';
import { modules } from './tree.ts';

/** Files through which others import themselves, since their data has parts of its own kind. This list may only become shorter. */
const recursive: Record<string, string> = {
  'local/athena/trino/translate.ts': 'an argument of a call is translated as the statement is',
  'sql/parsing/expression.ts': 'an expression has expressions in it',
  'sql/parsing/query.ts': 'an expression may have a query in it, and a query has expressions',
  'sql/printing/block.ts': 'a step of a plan has the steps below it, and expressions with plans in them',
  'sql/resolving/expression.ts': 'an expression has expressions in it',
  'sql/resolving/query.ts': 'an expression may have a query in it, and a query has expressions',
};

const product = modules().filter((path) => !/^(test|bench)\//.test(path));
const imports = new Map(product.map((path) => [path, valueImportsOf(path)]));

/** The first circle of imports that avoids some files. */
function circle(without: (path: string) => boolean): string[] {
  const done = new Set<string>();
  const follow = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path) || without(path)) return [];
    for (const next of imports.get(path) ?? []) {
      const found = follow(next, [...trail, path]);
      if (found.length > 0) return found;
    }
    done.add(path);
    return [];
  };
  for (const path of product) {
    const found = follow(path, []);
    if (found.length > 0) return found;
  }
  return [];
}

test('no file imports a value of its own through others, except through the files of a recursion', () => {
  expect(circle((path) => Object.hasOwn(recursive, path))).toEqual([]);
});

test.each(Object.keys(recursive))('%s is still part of a recursion', (file) => {
  expect(circle((path) => path !== file && Object.hasOwn(recursive, path))).not.toEqual([]);
});
