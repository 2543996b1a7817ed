import { timestamp } from '../../../domain/clock.ts';
import { newApiKey, type StoredApiKey, shownApiKey } from '../../../domain/keys/api-key.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { apiKeyEndpoints } from './api-key-endpoints.ts';
import type { KeysServices } from './services.ts';

export const apiKeyHandlers: Handlers<typeof apiKeyEndpoints, KeysServices> = {
  async listApiKeys({ query: { svcUserId }, found, asked, owner }, { keys, clock }) {
    const page = found.user ? await keys.list(owner.id, svcUserId, asked) : { items: [], total: 0 };
    const now = clock.now();
    return { status: 200, page, body: page.items.map((key) => shownApiKey(key, now)) };
  },

  createApiKey: ({ body, owner, once }, { keys, keySecrets, clock, newId }) =>
    once<StoredApiKey & { key: string }>(
      async (commit) => {
        const { key, hash, mask } = keySecrets.make();
        const stored = newApiKey({ id: newId(), mask, now: clock.now() }, body);
        const made = { ...stored, key };
        await keys.create(owner.id, stored, hash, await commit(made));
        return made;
      },
      (made) => ({ status: 201, body: { ...made, valid: true } }),
    ),

  async revokeApiKey({ found, owner }, { keys, clock }) {
    await keys.revoke(owner.id, found.apiKey, timestamp(clock.now()));
    return { status: 204 };
  },
};
