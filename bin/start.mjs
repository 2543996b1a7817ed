#!/usr/bin/env node
/*
 * What `npm start` runs: the first run, then Furrow, in one process, which replaces npm's shell (`exec`). A signal to npm therefore reaches what it
 * is meant for; a shell between them would keep SIGINT to itself, or end alone and leave the server behind.
 *
 * Like the first run, it is written so that old versions of Node still parse it and print a sentence instead of a syntax error.
 */
import { nodeVersionNotice, nodeVersionProblem } from './first-run/node-version.mjs';

const problem = nodeVersionProblem(process.version);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  const notice = nodeVersionNotice(process.version);
  if (notice) console.error(`furrow: ${notice}`);
  import('./first-run/steps.mjs')
    .then((steps) => steps.firstRun({ arguments: [], env: process.env, leavesRest: true }))
    .then(({ exitCode, isComplete }) => {
      process.exitCode = exitCode;
      if (exitCode !== 0) return undefined;
      // What takes long and nobody has to be asked for is done beside the running server.
      process.argv.splice(2, 0, 'start', ...(isComplete ? [] : ['--finish-first-run']));
      return import('./furrow.mjs');
    });
}
