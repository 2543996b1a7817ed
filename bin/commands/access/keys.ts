import { makeSigningKey } from '../../../adapters/jose/token-issuer.ts';
import { maxTokenSeconds } from '../../../domain/access/signing-key.ts';
import { timestamp } from '../../../domain/clock.ts';
import { type Command, CommandProblem } from '../command.ts';
import { type Installation, installationOptions, openInstallation } from '../installation.ts';

/** The keys that sign tokens. */
export const keys: Command = {
  usage: ['keys list', 'keys rotate'],
  description:
    'Lists the keys that sign tokens, or creates a new one. A new key starts to sign within five minutes; older keys verify tokens until the last one that they signed has expired.',
  options: installationOptions,
  async run(invocation) {
    const [verb = 'list'] = invocation.words;
    const run = verbs[verb];
    if (!run) throw new CommandProblem(`furrow keys ${verb} does not exist: use ${Object.keys(verbs).join(', ')}`);
    await run(await openInstallation(invocation));
    return 0;
  },
};

const verbs: Record<string, (installation: Installation) => Promise<void>> = {
  async list(installation) {
    for (const { kid, createdAt, retiresAt } of await installation.keys.all()) {
      console.log(
        `${kid}  made ${timestamp(createdAt)}  ${retiresAt ? `verifies until ${timestamp(retiresAt)}` : 'signs'}`,
      );
    }
  },

  async rotate(installation) {
    const before = (await installation.keys.all()).filter(({ retiresAt }) => retiresAt === undefined);
    const made = await makeSigningKey(installation);
    // Instances go on signing with the key that they remember for five minutes; an hour is far beyond that.
    const retiresAt = installation.clock.now() + (maxTokenSeconds + 3_600) * 1000;
    for (const key of before) await installation.keys.put({ ...key, retiresAt });
    console.log(
      `${made.kid} signs from now on; ${before.length} older key${before.length === 1 ? '' : 's'} verify until ${timestamp(retiresAt)}`,
    );
  },
};
