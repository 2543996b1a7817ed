import { scryptPasswords } from '../../../adapters/secrets/scrypt-passwords.ts';
import { newOwner, withoutSessions, withPassword } from '../../../domain/access/new-owner.ts';
import { type Owner, ownerSchema } from '../../../domain/access/owner.ts';
import { type Command, CommandProblem, type Invocation } from '../command.ts';
import { type Installation, installationOptions, openInstallation } from '../installation.ts';
import { choosePassword, passwordOption } from './choose-password.ts';

const passwords = scryptPasswords();

/** API owners: the accounts that call the API. */
export const owner: Command = {
  usage: ['owner list', 'owner create <username> [options]', 'owner change <username> [options]'],
  description:
    'Creates and changes the accounts that call the API. change leaves everything that no option names as it is.',
  options: {
    ...installationOptions,
    'password-stdin': passwordOption,
    'new-password': { type: 'boolean', description: 'change: generate a new password and print it' },
    'keep-sessions': {
      type: 'boolean',
      description: 'change: keep tokens valid that were issued before the new password',
    },
    username: { type: 'string', value: 'NAME', description: 'change: the new username' },
    'area-unit': { type: 'string', value: 'UNIT', description: 'Acre or Hectare' },
    permission: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'a permission, such as query:read; may be repeated, and replaces all permissions',
    },
    entitlement: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'an entitlement; may be repeated, and replaces all entitlements',
    },
    'revoke-tokens': { type: 'boolean', description: 'change: revoke all tokens issued until now, within 30 seconds' },
  },
  async run(invocation) {
    const [verb = 'list', username] = invocation.words;
    const run = verbs[verb];
    if (!run) throw new CommandProblem(`furrow owner ${verb} does not exist: use ${Object.keys(verbs).join(', ')}`);
    await run(await openInstallation(invocation), invocation, username ?? '');
    return 0;
  },
};

const verbs: Record<string, (installation: Installation, invocation: Invocation, username: string) => Promise<void>> = {
  async list({ identity }) {
    for (const { id, username, permissions, areaUnit } of await identity.listAccounts()) {
      console.log([id, username, areaUnit, permissions.join(',')].join('  '));
    }
  },

  async create({ identity, newId }, { options }, username) {
    if (!username) throw new CommandProblem('name the owner: furrow owner create <username>');
    const { password, note } = await choosePassword(options['password-stdin'] === true);
    const account = await newOwner({ username, password }, { passwords, newId });
    const created = checked({ ...account.owner, ...settings(options) });
    await identity.createAccount({ ...account, owner: created });
    console.log(`created ${created.username} with the id ${created.id}${note}`);
  },

  async change({ identity, clock }, { options }, username) {
    const before = await identity.accountOf(username);
    if (!before) throw new CommandProblem(`there is no owner ${username}: see furrow owner list`);
    const renamed = typeof options.username === 'string' ? { username: options.username } : {};
    const newPassword = options['password-stdin'] || options['new-password'];
    const keepSessions = options['keep-sessions'] === true;
    if (keepSessions && (!newPassword || options['revoke-tokens']))
      throw new CommandProblem(
        '--keep-sessions needs --new-password or --password-stdin, and excludes --revoke-tokens',
      );
    const chosen = newPassword ? await choosePassword(options['password-stdin'] === true) : undefined;
    const secured = chosen
      ? await withPassword(before, { password: chosen.password, keepSessions }, { passwords, clock })
      : before;
    const ended = options['revoke-tokens'] ? withoutSessions(secured, clock) : secured;
    const after = checked({ ...ended.owner, ...settings(options), ...renamed });
    await identity.changeAccount(before, { ...ended, owner: after });
    console.log(`changed ${after.username}${chosen?.note ?? ''}`);
  },
};

function settings(options: Invocation['options']): Record<string, unknown> {
  return {
    ...(options['area-unit'] !== undefined && { areaUnit: options['area-unit'] }),
    ...(options.permission !== undefined && { permissions: options.permission }),
    ...(options.entitlement !== undefined && { entitlements: options.entitlement }),
  };
}

function checked(changed: unknown): Owner {
  const result = ownerSchema.safeParse(changed);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CommandProblem(`${issue?.path.join('.')}: ${issue?.message}`);
}
