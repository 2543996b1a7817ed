import { type ConsentAccess, sandboxRow } from '../sandbox-row.ts';
import { seededIds } from '../world/seeded.ts';
import { firstRefreshToken } from './sign-in.ts';

/** John Deere Operations Center. */
export const deereSandbox = sandboxRow({
  key: 'JohnDeere',
  access(seed, clock): ConsentAccess {
    const { text } = seededIds(seed);
    // As in recordings of a public client (Intellifarm/my_john_deere_api): 40 characters behind the prefix, and 64.
    const clientId = `johndeere-${text('client of John Deere', 40)}`;
    const refreshToken = firstRefreshToken(seed, clock, clientId);
    return { clientId, clientSecret: text('secret of John Deere', 64), refreshToken };
  },
  wire: async (endpoint, { seed, clock, access }) =>
    (await import('./wire.ts')).deereWire(endpoint, { seed, clock, client: access }),
  application: ({ clientId, clientSecret }) => ({ clientKey: clientId, clientSecret }),
});
