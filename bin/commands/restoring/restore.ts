import { fileURLToPath } from 'node:url';
import { LostData } from '../../../local/state/marks/lost-data.ts';
import { type CloudAtRest, openAtRest } from '../../../local/state/open-at-rest.ts';
import { isStateDirectory } from '../../../local/state/state-directory.ts';
import { StateLockedError } from '../../../local/state/state-lock.ts';
import { type Command, CommandProblem } from '../command.ts';
import { deployedStack, embeddedCloud, installationOptions } from '../installation.ts';
import { dataDirOf, dataDirVariable } from '../state-options.ts';
import { restoreTo } from './restore-to.ts';

const projectDir = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns tables and files to an earlier point in time. */
export const restore: Command = {
  usage: ['restore --to <time>|latest [--data-dir DIR]', 'restore --to <time> --stack NAME --writers-stopped'],
  description: [
    'Returns tables and files to an earlier point in time, such as 2026-01-31T12:00:00Z, and empties the queues.',
    'Users that were deleted since then stay deleted: they are erased again. Owners, passwords and keys are not changed.',
    'The embedded cloud must not be running. docs/runbook.md says how to stop the functions in AWS, and what to do afterwards.',
    '`--to latest` is for an embedded cloud that does not start because data is missing: it repairs what can be repaired, and returns tables and files',
    'to the last moment of which nothing is missing. Nothing changes if nothing was missing.',
    'If a restore is interrupted, run it again with the same time.',
  ].join('\n'),
  options: {
    ...installationOptions,
    to: { type: 'string', value: 'TIME', description: 'the point in time, in ISO 8601 with its time zone; or latest' },
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
    const { to } = invocation.options;
    const given = to === 'latest' ? undefined : momentOf(to);
    const withIdentity = invocation.options.identity === true;
    const log = (line: string) => console.log(line);
    if (typeof stack === 'string') {
      if (!given) throw new CommandProblem('--to latest is for the embedded cloud; name a point in time');
      if (!invocation.options['writers-stopped']) {
        throw new CommandProblem('stop the functions first, as docs/runbook.md says, and then add --writers-stopped');
      }
      // DynamoDB restores to whole seconds.
      const moment = new Date(Math.floor(given.getTime() / 1000) * 1000);
      await restoreTo(await deployedStack(stack), { withIdentity, moment, log, purgeSeconds: 60 });
      return 0;
    }
    const dataDir = dataDirOf(invocation);
    if (!isStateDirectory(dataDir)) throw new CommandProblem(`there is no state of Furrow in ${dataDir}`);
    const work = async (cloud: CloudAtRest) => {
      const moment = given ?? lastMoment(cloud);
      if (moment) await restoreTo(embeddedCloud(cloud), { withIdentity, moment, log, purgeSeconds: 0 });
      else
        log(
          cloud.loss
            ? 'tables, files and queues are unchanged: they lack nothing'
            : 'nothing is missing: nothing was changed',
        );
    };
    await openAtRest({ dataDir, projectDir, log }, work).catch((error: Error) => {
      const isProblem = error instanceof StateLockedError || error instanceof LostData;
      throw isProblem ? new CommandProblem(error.message) : error;
    });
    return 0;
  },
};

/** The last moment of which nothing is missing; undefined if tables and files lack nothing. */
function lastMoment({ loss }: CloudAtRest): Date | undefined {
  return loss?.until === undefined ? undefined : new Date(loss.until);
}

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
