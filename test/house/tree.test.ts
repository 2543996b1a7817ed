import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, modules, read } from './tree.ts';

/** A name that says nothing about what is inside. (A function's `services` are the ports that it is given.) */
const EMPTY_NAME = /^(.*[-.])?(utils?|helpers?|common|misc|managers?|service)$/;

const MOST_LINES = 300;
const MEAN_LINES = 130;
/** More than a reader takes in at a glance. */
const MAX_MODULES = 25;

describe('files', () => {
  test('have names that say what is inside', () => {
    const wrong = files().filter((path) => {
      const names = path.split('/').map((name) => name.replace(/(\.test)?\.[a-z]+$/, ''));
      return names.some((name) => EMPTY_NAME.test(name));
    });
    expect(wrong).toEqual([]);
  });

  test(`are at most ${MAX_MODULES} modules beside one another`, () => {
    const folders = new Map<string, number>();
    for (const path of modules().filter((name) => !/^(test|bench)\//.test(name))) {
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
    }
    expect([...folders].filter(([, count]) => count > MAX_MODULES)).toEqual([]);
  });

  test('are written in kebab case', () => {
    const wrong = modules().filter((path) => !/^[a-z0-9./-]+$/.test(path));
    expect(wrong).toEqual([]);
  });

  test(`have at most ${MOST_LINES} lines, and ${MEAN_LINES} on the average`, () => {
    const sizes = modules().map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
    const mean = sizes.reduce((sum, { lines }) => sum + lines, 0) / sizes.length;
    const largest = sizes.toSorted((a, b) => b.lines - a.lines)[0];
    console.log(
      `${sizes.length} modules, ${mean.toFixed(0)} lines on the average, most in ${largest?.path}: ${largest?.lines}`,
    );
    expect(sizes.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
    expect(mean).toBeLessThanOrEqual(MEAN_LINES);
  });
});
