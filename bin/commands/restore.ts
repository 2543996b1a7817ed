import { fileURLToPath } from 'node:url';
import { type CloudAtRest, openAtRest } from '../../local/state/open-at-rest.ts';
import { isStateDirectory } from '../../local/state/state-directory.ts';
import { StateLockedError } from '../../local/state/state-lock.ts';
import { type Command, CommandProblem } from './command.ts';
import { deployedStack, embeddedCloud, installationOptions } from './installation.ts';
import { restoreTo } from './restore-to.ts';
import { dataDirOf, dataDirVariable } from './state-options.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));

/** Returns tables and files to an earlier point in time. */
export const restore: Command = {
  usage: ['restore --to <time> [--data-dir DIR]', 'restore --to <time> --stack NAME --writers-stopped'],
  description: [
    'Returns tables and files to an earlier point in time, such as 2026-01-31T12:00:00Z, and empties the queues.',
    'Users that were deleted since then stay deleted: they are erased again. Owners, passwords and keys are not changed.',
    'The embedded cloud must not be running. docs/runbook.md says how to stop the functions in AWS, and what to do afterwards.',
    'If a restore is interrupted, run it again with the same time.',
  ].join('\n'),
  options: {
    ...installationOptions,
    to: { type: 'string', value: 'TIME', description: 'the point in time, in ISO 8601 with its time zone' },
    'writers-stopped': { type: 'boolean', description: 'confirm that no function of the deployment is running' },
    identity: {
      type: 'boolean',
      description:
        'also restore owners, passwords and keys; leaked passwords that were changed since become valid again',
    },
  },
  variables: dataDirVariable,
  async run(invocation) {
    const { stack } = invocation.options;
    const options = { moment: momentOf(invocation.options.to), withIdentity: invocation.options.identity === true };
    const log = (line: string) => console.log(line);
    if (typeof stack === 'string') {
      if (!invocation.options['writers-stopped']) {
        throw new CommandProblem('stop the functions first, as docs/runbook.md says, and then add --writers-stopped');
      }
      // DynamoDB restores to whole seconds.
      const moment = new Date(Math.floor(options.moment.getTime() / 1000) * 1000);
      await restoreTo(await deployedStack(stack), { ...options, moment, log, purgeSeconds: 60 });
      return 0;
    }
    const dataDir = dataDirOf(invocation);
    if (!isStateDirectory(dataDir)) throw new CommandProblem(`there is no state of Furrow in ${dataDir}`);
    const work = (cloud: CloudAtRest) => restoreTo(embeddedCloud(cloud), { ...options, log, purgeSeconds: 0 });
    await openAtRest({ dataDir, projectDir, log }, work).catch((error: Error) => {
      throw error instanceof StateLockedError ? new CommandProblem(error.message) : error;
    });
    return 0;
  },
};

function momentOf(text: unknown): Date {
  const moment = new Date(typeof text === 'string' ? text : '');
  const hasZone =
    typeof text === 'string' && (text.endsWith('Z') || text.slice(10).includes('+') || text.slice(10).includes('-'));
  if (Number.isNaN(moment.getTime()) || !hasZone) {
    throw new CommandProblem('--to needs a point in time with its time zone, such as 2026-01-31T12:00:00Z');
  }
  if (moment.getTime() > Date.now()) throw new CommandProblem(`${moment.toISOString()} is in the future`);
  return moment;
}
