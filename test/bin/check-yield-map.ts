import { readFileSync } from 'node:fs';
import { yieldMapProblems } from './yield-map.ts';

// `node --import tsx test/bin/check-yield-map.ts yield.png`, for `.ci/run`.
const [, , path = 'yield.png'] = process.argv;
const problems = yieldMapProblems(readFileSync(path));
for (const problem of problems) console.log(problem);
if (problems.length === 0) console.log('the yield map shows the harvest: extent and classes are as expected');
process.exitCode = problems.length === 0 ? 0 : 1;
