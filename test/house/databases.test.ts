import { expect, test } from 'vitest';
import { modules, read } from './tree.ts';

/** Positions where a database is created, with its options for memory and disk. */
function databases(path: string): { where: string; options: string }[] {
  const source = read(path);
  return [...source.matchAll(/DuckDBInstance\.create\(/g)].map(({ index }) => ({
    where: `${path}:${source.slice(0, index).split('\n').length}`,
    options: source.slice(index, index + 400),
  }));
}

/** DuckDB's defaults are four fifths of the machine's memory, and spilling into the folder that a program was started in. */
test('every DuckDB of the service and of the tests has limits of memory and disk', () => {
  const made = modules()
    .filter((path) => !/^(bench\/|test\/house\/)/.test(path))
    .flatMap(databases);
  expect(made.length).toBeGreaterThan(10);
  const free = made.filter(
    ({ options }) =>
      !/duckDbCaps/.test(options) &&
      !(/memory_limit/.test(options) && /temp_directory: ''|max_temp_directory_size: [^']/.test(options)),
  );
  expect(free.map(({ where }) => where)).toEqual([]);
});
