import { clientSchema, defaultLifetimes } from '../../../domain/access/client.ts';
import { type Command, CommandProblem, type Invocation } from '../command.ts';
import { type Installation, installationOptions, openInstallation } from '../installation.ts';

/** OAuth clients: the applications that request tokens. */
export const client: Command = {
  usage: ['client list', 'client put <id> [options]', 'client delete <id>'],
  description: 'Creates, changes and deletes OAuth clients, which applications name as client_id.',
  options: {
    ...installationOptions,
    'access-seconds': {
      type: 'string',
      value: 'N',
      description: `lifetime of access tokens in seconds (default: ${defaultLifetimes.accessSeconds})`,
    },
    'refresh-seconds': {
      type: 'string',
      value: 'N',
      description: `lifetime of refresh tokens in seconds (default: ${defaultLifetimes.refreshSeconds})`,
    },
  },
  async run(invocation) {
    const [verb = 'list', id] = invocation.words;
    const run = verbs[verb];
    if (!run) throw new CommandProblem(`furrow client ${verb} does not exist: use ${Object.keys(verbs).join(', ')}`);
    await run(await openInstallation(invocation), invocation, id ?? '');
    return 0;
  },
};

const verbs: Record<string, (installation: Installation, invocation: Invocation, id: string) => Promise<void>> = {
  async list({ identity }) {
    for (const { id, accessSeconds, refreshSeconds } of await identity.listClients()) {
      console.log(`${id}  access ${accessSeconds} s  refresh ${refreshSeconds} s`);
    }
  },

  async put({ identity }, { options }, id) {
    const before = await identity.client(id);
    const wanted = {
      ...defaultLifetimes,
      ...before,
      id,
      ...(options['access-seconds'] !== undefined && { accessSeconds: Number(options['access-seconds']) }),
      ...(options['refresh-seconds'] !== undefined && { refreshSeconds: Number(options['refresh-seconds']) }),
    };
    const result = clientSchema.safeParse(wanted);
    if (!result.success)
      throw new CommandProblem(`${result.error.issues[0]?.path.join('.')}: ${result.error.issues[0]?.message}`);
    await identity.putClient(result.data);
    console.log(`${before ? 'changed' : 'created'} ${id}`);
  },

  async delete({ identity }, _invocation, id) {
    if (!(await identity.client(id))) throw new CommandProblem(`there is no client ${id}: see furrow client list`);
    await identity.deleteClient(id);
    console.log(`deleted ${id}; its access tokens stay valid until they expire`);
  },
};
