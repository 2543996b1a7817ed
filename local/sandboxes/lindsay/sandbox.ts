import { type ConsentAccess, sandboxRow } from '../sandbox-row.ts';
import { seededIds } from '../world/seeded.ts';
import { firstRefreshToken } from './tokens.ts';

/** Lindsay FieldNET. */
export const fieldNetSandbox = sandboxRow({
  key: 'Lindsay',
  access(seed, clock): ConsentAccess {
    const { text } = seededIds(seed);
    // No text shows an id or a secret.
    const clientId = `fieldnet-${text('client of FieldNET', 20)}`;
    const refreshToken = firstRefreshToken(seed, clock, clientId);
    return { clientId, clientSecret: text('secret of FieldNET', 40), refreshToken };
  },
  wire: async (endpoint, { seed, clock, access }) =>
    (await import('./wire.ts')).fieldNetWire(endpoint, { seed, clock, client: access }),
  application: ({ clientId, clientSecret }) => ({ clientId, clientSecret }),
});
