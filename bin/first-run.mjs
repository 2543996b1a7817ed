#!/usr/bin/env node
/*
 * What `npm start` and `npm test` begin with: a fresh clone needs nothing before them.
 *
 * Checks Node, installs the packages, makes sure that GDAL loads, and with --test-tools fetches what only tests need.
 * It uses Node's built-ins alone and is silent when there is nothing to do. This file and the one it imports are
 * written so that old versions of Node still parse them and print a sentence instead of a syntax error.
 */
import { nodeVersionProblem } from './first-run/node-version.mjs';

const problem = nodeVersionProblem(process.version);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  import('./first-run/steps.mjs')
    .then((steps) => steps.firstRun({ arguments: process.argv.slice(2), env: process.env }))
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
}
