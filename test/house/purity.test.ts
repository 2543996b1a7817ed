import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { modules, read } from './tree.ts';

type Impurity = 'the clock' | 'chance' | 'the environment' | 'the network' | 'a timer';

/** Accesses of a module to something that should be an argument, by line. */
function impurities(path: string): { what: Impurity; where: string }[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const found: { what: Impurity; where: string }[] = [];
  const visit = (node: ts.Node): void => {
    const what = impurity(node);
    if (what) found.push({ what, where: `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}` });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function impurity(node: ts.Node): Impurity | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'the clock';
  if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText().replace(/^globalThis\./, '');
    if (text === 'Date.now' || text === 'performance.now') return 'the clock';
    if (text === 'Math.random' || text === 'crypto.randomUUID') return 'chance';
    if (text === 'process.env') return 'the environment';
  }
  if (ts.isCallExpression(node)) {
    const called = node.expression.getText().replace(/^globalThis\./, '');
    if (called === 'fetch') return 'the network';
    if (called === 'setTimeout' || called === 'setInterval') return 'a timer';
  }
  return undefined;
}

const found = (folder: RegExp, kinds: readonly Impurity[]) =>
  modules()
    .filter((path) => folder.test(path))
    .flatMap(impurities)
    .filter(({ what }) => kinds.includes(what))
    .map(({ what, where }) => `${where} reaches for ${what}`);

describe('time, chance, environment and network are arguments', () => {
  test('in the domain and in the compiler of queries', () => {
    expect(found(/^(domain|sql)\//, ['the clock', 'chance', 'the environment', 'the network', 'a timer'])).toEqual([]);
  });

  test('in functions, whose entries alone read the environment', () => {
    expect(found(/^functions\//, ['the clock', 'chance', 'the network'])).toEqual([]);
    const entries = /^functions\/((areas|jobs)\/[^/]+\/index|http\/environment)\.ts$/;
    const wrong = found(/^functions\//, ['the environment']).filter((line) => !entries.test(line.split(':')[0] ?? ''));
    expect(wrong).toEqual([]);
  });

  test('in the stacks, which are the same on every machine', () => {
    expect(found(/^infra\//, ['the clock', 'chance', 'the network'])).toEqual([]);
  });
});
