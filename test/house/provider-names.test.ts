import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { providers } from '../../domain/providers/providers.ts';
import { allImports } from './imports.ts';
import { modules, PROJECT, read } from './tree.ts';

/** Where the code of providers is: a folder for each, by the stem of its row. */
const parents = ['adapters/providers', 'local/sandboxes'] as const;
const stemOf = ({ credentialPath }: { credentialPath: string }) => credentialPath.slice(0, -'-credentials'.length);
const isOwn = (path: string, stem: string) => parents.some((parent) => path.startsWith(`${parent}/${stem}/`));

/** The list of adapters. Sandboxes need none: theirs says the key in the folder. */
const list = 'adapters/providers/adapters.ts';

/** Readers of files and tables of methods name makers and authors, whoever of them is a provider. */
const formats = /^(adapters|domain)\/(machine-files|soil)\//;

/** The interface spells a path and a body of area B for each provider, one unlike the other. This list may only become shorter. */
const spelled = [
  'functions/areas/connecting/oauth/api.ts',
  'functions/areas/connecting/oauth/exchange.ts',
  'functions/areas/connecting/oauth/handlers.ts',
  'functions/areas/connecting/oauth/manifest.ts',
];

/** The words of a module: names, property names, and texts; no comments. Most modules need not be parsed. */
function wordsIn(path: string): string[] {
  const text = read(path);
  if (!providers.some(({ key }) => text.includes(key))) return [];
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isIdentifier(node) ||
      ts.isLiteralExpression(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node) ||
      ts.isJsxText(node);
    if (isText) words.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return words;
}

/** Names of providers that are not that of another in a longer name: Raven is not meant by Raven Slingshot. */
function keysIn(word: string): string[] {
  return providers.flatMap(({ key }) => {
    const others = providers.filter((other) => other.key !== key && other.displayName.includes(key));
    const text = others.reduce((rest, { displayName }) => rest.replaceAll(displayName, ''), word);
    return text.split(/[^A-Za-z0-9]+/).includes(key) ? [key] : [];
  });
}

test('a provider is named by its row, its folders and one list, and by paths that the interface spells', () => {
  const product = modules().filter(
    (path) =>
      /^(adapters|bin|domain|formats|functions|infra|layers|local|sql|web)\//.test(path) &&
      !path.startsWith('domain/providers/rows/') &&
      !path.includes('/assets/') &&
      path !== list &&
      !formats.test(path),
  );
  const found = product.flatMap((path) =>
    [...new Set(wordsIn(path).flatMap(keysIn))]
      .filter((key) => !providers.some((row) => row.key === key && isOwn(path, stemOf(row))))
      .map((key) => ({ path, key })),
  );
  expect(found.filter(({ path }) => !spelled.includes(path))).toEqual([]);
  expect([...new Set(found.map(({ path }) => path))].sort(), 'a file that no longer names any leaves the list').toEqual(
    spelled,
  );
});

test('a provider that is called has a folder, whose code is loaded by the list and by itself alone', () => {
  const called = providers.filter(({ ports }) => ports.length > 0);
  const isLacking = (path: string) => !existsSync(join(PROJECT, path));
  expect(called.map((row) => `adapters/providers/${stemOf(row)}/adapter.ts`).filter(isLacking)).toEqual([]);
  const folders = called.flatMap((row) => parents.map((parent) => `${parent}/${stemOf(row)}/`));
  const lists = new Set([list, 'local/sandboxes/sandboxes.ts']);
  const wrong = allImports().filter(({ from, to, inside }) => {
    const folder = folders.find((one) => to.startsWith(one));
    return inside && folder && !from.startsWith(folder) && !/^(test|bench)\//.test(from) && !lists.has(from);
  });
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('adapters stand on the ground of their folder, and know neither the list nor what opens accounts by it', () => {
  const above = new Set([list, ...['credential', 'field'].map((name) => `adapters/providers/${name}-provider.ts`)]);
  for (const name of ['account', 'port']) above.add(`adapters/providers/open-${name}.ts`);
  const wrong = allImports().filter(
    ({ from, to, inside }) => inside && /^adapters\/providers\/[^/]+\//.test(from) && above.has(to),
  );
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});
