#!/usr/bin/env node
/*
 * The first step of `npm start` and `npm test`: a fresh clone needs no other command before them.
 *
 * Checks Node, installs the packages, makes sure that GDAL loads, and with --test-tools fetches what only tests need.
 * It uses only Node's built-in modules, and prints nothing if there is nothing to do. This file and the one it imports are
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
    .then(({ exitCode }) => {
      process.exitCode = exitCode;
    });
}
