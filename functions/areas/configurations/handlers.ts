import type { Owner } from '../../../domain/access/owner.ts';
import type { SomeSettings } from '../../../domain/configuration/configuration.ts';
import { changedSettings } from '../../../domain/configuration/configuration.ts';
import { resolveConfig } from '../../../domain/configuration/resolve-config.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { configurationsApi } from './api.ts';
import type { ConfigurationsServices } from './services.ts';

export const configurationHandlers: Handlers<typeof configurationsApi.endpoints, ConfigurationsServices> = {
  async getOwnerConfiguration({ owner }, { configurations }) {
    return { status: 200, body: shown(owner, '', resolveConfig(await configurations.get(owner.id))) };
  },

  async changeOwnerConfiguration({ body, owner }, { configurations }) {
    const settings = await configurations.change(owner.id, undefined, (before) => changedSettings(before, body));
    return { status: 200, body: shown(owner, '', resolveConfig(settings)) };
  },

  async getUserConfiguration({ params: { svcUserId }, owner }, { configurations }) {
    const settings = await configurations.get(owner.id, svcUserId);
    if (!settings) throw noConfiguration(svcUserId);
    return { status: 200, body: shown(owner, svcUserId, settings) };
  },

  createUserConfiguration: ({ params: { svcUserId }, body, owner, once }, { configurations }) =>
    once<SomeSettings>(
      async (commit) => {
        const settings = changedSettings({}, body);
        await configurations.create(owner.id, svcUserId, settings, await commit(settings));
        return settings;
      },
      (settings) => ({ status: 201, body: shown(owner, svcUserId, settings) }),
    ),

  async changeUserConfiguration({ params: { svcUserId }, body, owner }, { configurations }) {
    const settings = await configurations.change(owner.id, svcUserId, (before) => changedSettings(before, body));
    return { status: 200, body: shown(owner, svcUserId, settings) };
  },

  async deleteUserConfiguration({ params: { svcUserId }, owner }, { configurations }) {
    if (!(await configurations.remove(owner.id, svcUserId))) throw noConfiguration(svcUserId);
    return { status: 204 };
  },
};

/** Settings as they are answered. */
function shown(owner: Owner, svcUserId: string, settings: SomeSettings) {
  return { apiOwnerUsername: owner.username, svcUserId, ...settings };
}

/** The user is there, but follows the owner in everything. */
function noConfiguration(svcUserId: string): Problem {
  const detail = `The user ${svcUserId} has no settings of its own; those of the owner apply.`;
  return new Problem('notFound', detail, { errorKey: 'configurationNotFound' });
}
