import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, modules, read } from './tree.ts';

/** A name that says nothing about its content. (A function's `services` are the ports that it is given.) */
const EMPTY_NAME = /^(.*[-.])?(utils?|helpers?|common|misc|managers?|service)$/;

const SOURCE = /^(adapters|bin|domain|formats|functions|infra|layers|local|sql|web)\//;

const MAX_LINES = 400;
const MEAN_LINES = 130;
/** Number of files and folders in one folder that a reader can take in at a glance. */
const MAX_ENTRIES = 25;
/** Folders with more entries. This list may only become shorter. */
const WIDE: Record<string, string> = {
  domain: 'a folder for each part of farming, by which a reader finds from a model to its store (decision 158)',
  'adapters/aws/dynamodb': 'the same folders as in the domain (decision 158)',
};

describe('files', () => {
  test('have names that describe their content', () => {
    const wrong = files().filter((path) => {
      const names = path.split('/').map((name) => name.replace(/(\.test)?\.[a-z]+$/, ''));
      return names.some((name) => EMPTY_NAME.test(name));
    });
    expect(wrong).toEqual([]);
  });

  test(`are at most ${MAX_ENTRIES} in one folder, with its folders`, () => {
    const entries = new Map<string, Set<string>>();
    for (const path of files().filter((name) => SOURCE.test(name))) {
      for (let entry = path; entry !== '.'; entry = dirname(entry)) {
        entries.set(dirname(entry), (entries.get(dirname(entry)) ?? new Set()).add(entry));
      }
    }
    entries.delete('.');
    const wide = [...entries].filter(([, { size }]) => size > MAX_ENTRIES).map(([folder]) => folder);
    expect(wide.sort()).toEqual(Object.keys(WIDE).sort());
  });

  test('are tested in a folder named like theirs, or like one of them', () => {
    const sources = modules().filter((path) => SOURCE.test(path));
    const named = new Set(sources.flatMap((path) => [dirname(path), path.replace(/\.\w+$/, '')]));
    const folders = new Set(
      [...named].flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
    );
    const tested = modules().filter((path) => /\.test\.ts$/.test(path) && SOURCE.test(path.replace(/^test\//, '')));
    const wrong = tested
      .map((path) => dirname(path).replace(/^test\//, ''))
      .filter((path) => !named.has(path) && !folders.has(path));
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('are written in kebab case', () => {
    const wrong = modules().filter((path) => !/^[a-z0-9./-]+$/.test(path));
    expect(wrong).toEqual([]);
  });

  test(`have at most ${MAX_LINES} lines, and ${MEAN_LINES} on average`, () => {
    const sizes = modules().map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
    const mean = sizes.reduce((sum, { lines }) => sum + lines, 0) / sizes.length;
    const largest = sizes.toSorted((a, b) => b.lines - a.lines)[0];
    console.log(
      `${sizes.length} modules, ${mean.toFixed(0)} lines on the average, most in ${largest?.path}: ${largest?.lines}`,
    );
    expect(sizes.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
    expect(mean).toBeLessThanOrEqual(MEAN_LINES);
  });
});
