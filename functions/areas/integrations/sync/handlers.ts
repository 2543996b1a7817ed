import { Problem } from '../../../../domain/errors.ts';
import { shownSync } from '../../../../domain/integrations/sync-status.ts';
import { type ProviderKey, providerOf } from '../../../../domain/providers/providers.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { IntegrationsServices } from '../services.ts';
import type { syncEndpoints } from './endpoints.ts';
import { explainSync } from './explain-sync.ts';

export const syncHandlers: Handlers<typeof syncEndpoints, IntegrationsServices> = {
  async showSync({ params: { svcUserId }, owner, found: { user } }, { syncs, parts, clock }) {
    const [connections, activity] = await Promise.all([
      syncs.connections(owner.id, svcUserId),
      syncs.activity(owner.id, svcUserId),
    ]);
    const providers = connections.map(async (connection) => {
      const { provider } = connection;
      const stored = {
        counts: await syncs.counts(owner.id, svcUserId, provider),
        parts: await parts({ ownerId: owner.id, svcUserId }, provider),
      };
      const now = clock.now();
      return shownSync(connection, { ...stored, activity, now }, user[providerOf(provider).userProperty]);
    });
    return { status: 200, body: { svcUserId, providers: await Promise.all(providers) } };
  },

  explainSync,

  async confirmRemovals({ params: { svcUserId }, body: { provider }, owner }, { control, notes, syncQueue }) {
    const user = { ownerId: owner.id, svcUserId };
    // Assets and files first: the round that begins reads their lists as well.
    const areInLists = await notes.confirm(user, provider);
    if (!(await control.confirm(owner.id, svcUserId, provider, areInLists))) {
      const detail = `No removals at ${provider} wait to be confirmed for the user ${svcUserId}.`;
      throw new Problem('conflict', detail, { errorKey: 'noRemovalsWaiting' });
    }
    await syncQueue.send({ ownerId: owner.id, svcUserId, scheduled: true });
    return { status: 202, body: {} };
  },

  async pauseSync({ params: { svcUserId }, body: { provider }, owner }, { control }) {
    if (!(await control.pause(owner.id, svcUserId, provider))) throw notConnected(svcUserId, provider);
    return { status: 200, body: {} };
  },

  async resumeSync({ params: { svcUserId }, body: { provider }, owner }, { control, syncQueue }) {
    if (!(await control.resume(owner.id, svcUserId, provider))) throw notConnected(svcUserId, provider);
    await syncQueue.send({ ownerId: owner.id, svcUserId, organizations: true });
    return { status: 202, body: {} };
  },
};

function notConnected(svcUserId: string, provider: ProviderKey): Problem {
  const detail = `The user ${svcUserId} is not connected to ${provider}. Connect it first.`;
  return new Problem('conflict', detail, { errorKey: 'providerNotConnected' });
}
