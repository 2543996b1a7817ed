import { finishFirstRun } from '../../../bin/commands/running/finish-first-run.ts';

/** A server that does nothing but finish the first run of a project: its argument. */
console.log(await finishFirstRun(process.argv[2] ?? '', process.env).ended);
