import { runFurrow } from './commands/run-furrow.ts';

process.exitCode = await runFurrow(process.argv.slice(2), process.env);
