import { timestamp } from '../../../domain/clock.ts';
import { newApiKey, shownApiKey } from '../../../domain/keys/api-key.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { apiKeyEndpoints } from './api-key-endpoints.ts';
import type { KeysServices } from './services.ts';

export const apiKeyHandlers: Handlers<typeof apiKeyEndpoints, KeysServices> = {
  async listApiKeys({ query: { svcUserId }, found, asked, owner }, { keys, clock }) {
    const page = found.user ? await keys.list(owner.id, svcUserId, asked) : { items: [], total: 0 };
    const now = clock.now();
    return { status: 200, page, body: page.items.map((key) => shownApiKey(key, now)) };
  },

  async createApiKey({ body, owner }, { keys, keySecrets, clock, newId }) {
    const { key, hash, mask } = keySecrets.make();
    const made = newApiKey({ id: newId(), mask, now: clock.now() }, body);
    await keys.create(owner.id, made, hash);
    return { status: 201, body: { ...made, key, valid: true } };
  },

  async revokeApiKey({ found, owner }, { keys, clock }) {
    await keys.revoke(owner.id, found.apiKey, timestamp(clock.now()));
    return { status: 204 };
  },
};
