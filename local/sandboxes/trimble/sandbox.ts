import { type ConsentAccess, sandboxRow } from '../sandbox-row.ts';
import { seededIds } from '../world/seeded.ts';
import { firstRefreshToken } from './tokens.ts';

export interface TrimbleAccess extends ConsentAccess {
  /** The scope that a consent is asked for. */
  applicationName: string;
}

/** Trimble Ag. */
export const trimbleSandbox = sandboxRow({
  key: 'Trimble',
  access(seed, clock): TrimbleAccess {
    const { text, uuid } = seededIds(seed);
    // A UUID and 32 characters, as the maker's console gives them.
    const clientId = uuid('client of Trimble');
    const applicationName = 'furrow-sandbox';
    const refreshToken = firstRefreshToken(seed, clock, { clientId, applicationName });
    return { clientId, clientSecret: text('secret of Trimble', 32), refreshToken, applicationName };
  },
  wire: async (endpoint, { seed, clock, access }) =>
    (await import('./wire.ts')).trimbleWire(endpoint, {
      ...{ seed, clock, client: access, applicationName: access.applicationName },
    }),
  application: ({ applicationName, clientId, clientSecret }) => ({ applicationName, clientId, clientSecret }),
});
