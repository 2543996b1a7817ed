import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { functionNeeds, jobNames, jobs, prefixes, settingNames } from '../../functions/manifests.ts';
import { allImports } from './imports.ts';
import { modules, read } from './tree.ts';

/** The lists to which a new area or job is added: `CONTRIBUTING.md` names them. */
const lists = ['functions/areas.ts', 'functions/manifests.ts'];
/** Modules that collect code of all folders for one function; a folder missing there does not compile. */
const gathering = ['functions/jobs/erase-user/erasers.ts', 'functions/jobs/sweep/index.ts'];

test('modules that a folder provides for all are imported by the lists, and by nothing else outside its folder', () => {
  const brought = /^functions\/(areas|jobs)\/.*\/(api|manifest|sweep|erasers)\.ts$/;
  const importers = allImports().filter(
    ({ from, to, inside }) =>
      inside && brought.test(to) && !from.startsWith(`${dirname(to)}/`) && /^(functions|infra)\//.test(from),
  );
  expect([...new Set(importers.map(({ from }) => from))].sort()).toEqual([...lists, ...gathering].sort());
});

/**
 * The streams of two tables have a worker each, Athena writes results below a prefix, and a guide is named as a queue. This list may only become
 * shorter.
 */
const known = [
  'infra/bundling/build-guides.ts: machine-files',
  'infra/constructs/query-engine.ts: exports/',
  'infra/stacks/observability.ts: note-changes',
  'infra/stacks/observability.ts: relay-events',
  'infra/stacks/stream-workers.ts: note-changes',
  'infra/stacks/stream-workers.ts: relay-events',
];

test('the stacks name no job, queue, prefix or setting: they are made from the manifests', () => {
  const all = [
    ...Object.keys(functionNeeds),
    ...jobNames.map((name) => jobs[name].queue),
    ...prefixes.map(({ prefix }) => prefix),
    ...settingNames,
  ];
  // Names of one word have other meanings, too.
  const names = new Set<string>(all.filter((name) => /[-_/]/.test(name)));
  const found = modules()
    .filter((path) => path.startsWith('infra/'))
    .flatMap((path) => Array.from(read(path).matchAll(/'([^'\n]+)'/g), ([, word = '']) => ({ path, word })))
    .filter(({ word }) => names.has(word));
  expect([...new Set(found.map(({ path, word }) => `${path}: ${word}`))].sort()).toEqual(known);
});
