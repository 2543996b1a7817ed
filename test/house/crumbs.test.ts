import { expect, test } from 'vitest';
import { allImports } from './imports.ts';
import { modules, read } from './tree.ts';

const fewLines = 25;

/** What binds an area, a job or a command together: each of its handlers, adapters and commands has a file of its own. */
const isRoot = (path: string) =>
  /^functions\/((areas\/([a-z-]+\/)?|jobs\/)[a-z-]+\/index|jobs\/erase-user\/erasers|manifests)\.ts$|^bin\//.test(path);
const layerOf = (path: string) => path.split('/', 1)[0];

/** Formats, tables and code that runs elsewhere. This list may only become shorter. */
const known = [
  'adapters/archives/archive-damage.ts',
  'adapters/machine-files/converters/index.ts',
  'adapters/machine-files/standardise/required-properties.ts',
  'domain/machine-files/sets/task-data-sets.ts',
  'domain/reference/states.ts',
  'infra/constructs/cors.ts',
  'local/athena/choose-query-engine.ts',
  'local/athena/trino/same-functions.ts',
  'local/athena/trino/text-sql.ts',
  'local/event-sources/sqs-record.ts',
  'local/gateway/limits.ts',
  'local/lambda/handler-file.ts',
  'local/lambda/harness/shifted-date.ts',
  'local/sqs/operations/tags.ts',
  'local/sqs/redrive-policy.ts',
  'local/template/plan-keys.ts',
];

test(`no file under ${fewLines} lines has one importer in its layer alone, into which it could go`, () => {
  const importers = new Map<string, Set<string>>();
  for (const { from, to, inside } of allImports())
    if (inside) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  const crumbs = modules().filter((path) => {
    const [importer, ...more] = importers.get(path) ?? [];
    if (importer === undefined || more.length > 0 || isRoot(importer) || /^(test|bench)\//.test(path)) return false;
    return layerOf(importer) === layerOf(path) && read(path).split('\n').length - 1 < fewLines;
  });
  expect(crumbs.sort()).toEqual(known);
});
