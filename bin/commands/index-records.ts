import { indexUser } from '../../adapters/aws/dynamodb/counts/index-user.ts';
import { everyUser } from '../../adapters/aws/dynamodb/users/every-user.ts';
import type { Command } from './command.ts';
import { installationOptions, openInstallation } from './installation.ts';
import { dataDirVariable } from './state-options.ts';

/** Users whose records are indexed at the same time. */
const usersAtOnce = 8;

export const indexRecords: Command = {
  usage: ['index [options]'],
  description: [
    'Counts and indexes records of releases whose lists had no totals and no indexes for filters: users, growers, farms, fields, uploads, batches, files and operations.',
    'Run it once after updating from such a release; the service may be in use. If it is interrupted, run it again: it continues with the rest.',
  ].join('\n'),
  options: {
    ...installationOptions,
    again: {
      type: 'boolean',
      description: 'also process owners that are already indexed, as after a restore to an earlier time',
    },
  },
  variables: dataDirVariable,
  async run(invocation) {
    const { identity, users, fields, uploads, operations } = await openInstallation(invocation);
    const owners = (await identity.listAccounts()).filter(({ indexed }) => invocation.options.again || !indexed);
    const wanted = new Set(owners.map(({ id }) => id));
    let done = 0;
    let some: Promise<number>[] = [];
    const finish = async () => {
      for (const count of await Promise.all(some)) done += count;
      some = [];
    };
    for await (const user of everyUser(users)) {
      if (!wanted.has(user.ownerId)) continue;
      some.push(indexUser({ users, fields, uploads, operations }, user));
      if (some.length === usersAtOnce) await finish();
    }
    await finish();
    for (const { id } of owners) {
      const account = await identity.account(id);
      if (account) await identity.changeAccount(account, { ...account, owner: { ...account.owner, indexed: true } });
    }
    console.log(
      `indexed ${done} record${done === 1 ? '' : 's'} of ${owners.length} owner${owners.length === 1 ? '' : 's'}`,
    );
    return 0;
  },
};
