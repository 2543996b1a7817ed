import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../../local/assembly/source-hash.ts';
import { reach } from './imports.ts';
import { modules, read } from './tree.ts';

/** What is bundled or synthesized, with all that it imports. */
const bundled = [
  ...reach(['bin/app.ts', ...modules().filter((path) => /^(functions|infra|layers|web)\//.test(path))]),
].sort();
const isSource = (path: string) => sources.some((source) => path === source || path.startsWith(`${source}/`));

test('every module of the functions and of the app is a source of the assembly, so that a change of it is built', () => {
  expect(bundled.length).toBeGreaterThan(1_000);
  expect(bundled.filter((path) => !isSource(path))).toEqual([]);
});

test('so is every file that they name by its URL', () => {
  const named = bundled.flatMap((path) =>
    [...read(path).matchAll(/new URL\('(\.[\w./-]+)', import\.meta\.url\)/g)].map(([, url = '']) =>
      posix.join(posix.dirname(path), url),
    ),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !isSource(path) && !/^(dist|\.)/.test(path))).toEqual([]);
});
