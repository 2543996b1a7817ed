import { timestamp } from '../../../../domain/clock.ts';
import { notConnected } from '../../../../domain/connections/not-connected.ts';
import { Problem } from '../../../../domain/errors.ts';
import { shownSync } from '../../../../domain/integrations/sync-status.ts';
import { providerOf } from '../../../../domain/providers/providers.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { IntegrationsServices } from '../services.ts';
import type { syncEndpoints } from './endpoints.ts';
import { explainSync } from './explain-sync.ts';
import { factsOf, verdictOf } from './facts.ts';

export const syncHandlers: Handlers<typeof syncEndpoints, IntegrationsServices> = {
  async showSync({ params: { svcUserId }, owner, found: { user } }, services) {
    const { syncs, parts, clock } = services;
    const subject = { ownerId: owner.id, svcUserId };
    const known = await factsOf(subject, user, services);
    const providers = known.flatMap((facts) => {
      const { provider, connection, activity } = facts;
      if (!connection) return [];
      const shown = async () => {
        const stored = {
          counts: await syncs.counts(owner.id, svcUserId, provider),
          parts: await parts(subject, provider),
        };
        const verdict = await verdictOf(subject, facts, stored.parts.files, services);
        const credential = user[providerOf(provider).userProperty];
        return shownSync(
          connection,
          { ...stored, ...verdict, activity, uncalled: facts.uncalled, now: clock.now() },
          credential,
        );
      };
      return [shown()];
    });
    const shown = await Promise.all(providers);
    shown.sort((one, other) => (one.provider < other.provider ? -1 : 1));
    return { status: 200, body: { svcUserId, providers: shown } };
  },

  explainSync,

  async fetchRecord({ params: { svcUserId }, body: { provider, fieldId, fileId }, owner }, services) {
    const { syncs, asked, syncQueue, clock } = services;
    const connections = await syncs.connections(owner.id, svcUserId);
    if (!connections.some((one) => one.provider === provider && one.isLinked)) throw notConnected(svcUserId, provider);
    await asked.ask({ ownerId: owner.id, svcUserId }, provider, {
      ...(fieldId === undefined ? { kind: 'file', id: fileId ?? '' } : { kind: 'field', id: fieldId }),
      askedTime: timestamp(clock.now()),
    });
    await syncQueue.send({ ownerId: owner.id, svcUserId, organizations: true });
    return { status: 202, body: {} };
  },

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
