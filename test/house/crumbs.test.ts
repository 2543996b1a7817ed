import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { allImports } from './imports.ts';
import { modules, read } from './tree.ts';

const fewLines = 25;
/** Number of importers below which a file is a crumb; a file that three others share is where a reader expects it, however short. */
const fewImporters = 2;

/** Whether a file binds an area, a job or a command together: each of its handlers and parts has a file of its own. */
const isRoot = (path: string) =>
  /^functions\/((areas\/([a-z-]+\/)?|jobs\/)[a-z-]+\/index|jobs\/(erase-user\/erasers|sweep\/index)|manifests)\.ts$|^bin\//.test(
    path,
  );
const layerOf = (path: string) => path.split('/', 1)[0];
const isTest = (path: string) => /^(test|bench)\//.test(path);

/** Small files with one importer that stay. This list may only become shorter. */
const withOneImporter: Record<string, readonly string[]> = {
  'A format or a table, with siblings for the others': [
    'adapters/archives/archive-damage.ts',
    'adapters/machine-files/converters/index.ts',
    'adapters/machine-files/standardise/required-properties.ts',
    'domain/machine-files/sets/task-data-sets.ts',
    'local/athena/trino/same-functions.ts',
    'local/event-sources/sqs-record.ts',
    'local/sqs/operations/tags.ts',
  ],
  'Events are made beside their model': [
    'domain/assets/asset-events.ts',
    'domain/operations/operation-events.ts',
    'domain/users/user-events.ts',
  ],
  'Knowledge of AWS, for another layer': [
    'adapters/aws/dynamodb/counts/recount-users.ts',
    'adapters/aws/service-failure.ts',
    'functions/areas/docs/areas-table.ts',
    'local/athena/choose-query-engine.ts',
  ],
  'Runs in another process': ['local/lambda/harness/shifted-date.ts'],
};

/** Small files with two importers in one folder that stay. This list may only become shorter. */
const sharedByTwo: Record<string, readonly string[]> = {
  'A format, a table, or events beside their model': [
    'adapters/aws/dynamodb/queries/query-item.ts',
    'adapters/query/duckdb/raw/raw-shapes.ts',
    'domain/satellite/satellite-events.ts',
    'infra/template.ts',
    'local/event-sources/stream-record.ts',
    'sql/lexing/keywords.ts',
  ],
  'A rule that two files of equal rank keep, neither of which should import the other': [
    'adapters/machine-files/side-by-side.ts',
    'domain/stored-number.ts',
    'functions/areas/alerts/erased-users.ts',
    'functions/areas/operations/work/show.ts',
    'functions/areas/pages/demo.ts',
    'functions/areas/weather/counted.ts',
    'infra/constructs/native-layer.ts',
    'local/athena/cell-sql.ts',
    'local/lambda/harness/report-error.ts',
    'local/lambda/memory-watch.ts',
    'local/template/local-address.ts',
    'web/connect/provider-mark.tsx',
    'web/theme/safe-link.ts',
  ],
};

const importers = new Map<string, string[]>();
for (const { from, to, inside } of allImports()) {
  if (inside && !isTest(from) && !importers.get(to)?.includes(from))
    importers.set(to, [...(importers.get(to) ?? []), from]);
}
const small = modules().filter((path) => !isTest(path) && read(path).split('\n').length - 1 < fewLines);

test(`no file under ${fewLines} lines has a single importer that it could be merged into`, () => {
  const crumbs = small.filter((path) => {
    const [importer, ...more] = importers.get(path) ?? [];
    if (importer === undefined || more.length > 0) return false;
    return layerOf(importer) !== layerOf(path) || !isRoot(importer);
  });
  expect(crumbs.sort()).toEqual(Object.values(withOneImporter).flat().sort());
});

test(`no file under ${fewLines} lines serves just two files of one folder, one of which could contain it`, () => {
  const crumbs = small.filter((path) => {
    const all = importers.get(path) ?? [];
    if (all.length < 2 || all.length > fewImporters || all.some(isRoot)) return false;
    return new Set(all.map(dirname)).size === 1;
  });
  expect(crumbs.sort()).toEqual(Object.values(sharedByTwo).flat().sort());
});
