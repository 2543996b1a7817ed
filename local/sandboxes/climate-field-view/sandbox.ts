import { type ConsentAccess, sandboxRow } from '../sandbox-row.ts';
import { seededIds } from '../world/seeded.ts';
import { firstRefreshToken } from './tokens.ts';

export interface ClimateAccess extends ConsentAccess {
  /** The value of `X-Api-Key`. */
  apiKey: string;
}

/** Climate FieldView. */
export const climateSandbox = sandboxRow({
  key: 'ClimateFieldView',
  access(seed, clock): ClimateAccess {
    const { text, uuid } = seededIds(seed);
    // As in the maker's own sample (TheClimateCorporation/api-example): the API key begins with the id.
    const clientId = 'partner-sandbox';
    const apiKey = `${clientId}-${uuid('key of Climate')}`;
    const refreshToken = firstRefreshToken(seed, clock, clientId);
    return { clientId, clientSecret: text('secret of Climate', 26), refreshToken, apiKey };
  },
  wire: async (endpoint, { seed, clock, access }) =>
    (await import('./wire.ts')).climateWire(endpoint, { seed, clock, client: access, apiKey: access.apiKey }),
  application: ({ apiKey, clientId, clientSecret }) => ({ apiKey, clientId, clientSecret }),
});
